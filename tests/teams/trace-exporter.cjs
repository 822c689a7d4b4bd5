// Loaded before the server, as an operator does it: an OpenTelemetry SDK that prints each span as a line of JSON.
const { NodeTracerProvider, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-node");

const exporter = {
  export(spans, done) {
    for (const span of spans) {
      const { name, kind, attributes, status, parentSpanContext: parent } = span;
      const { traceId } = span.spanContext();
      process.stdout.write(
        `${JSON.stringify({ name, kind, attributes, status, traceId, parent: parent?.spanId })}\n`,
      );
    }
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
