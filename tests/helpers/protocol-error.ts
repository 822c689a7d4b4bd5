/** An error of the protocol as a client reads it. */
export interface ReadError {
  code: number;
  message: string;
  data: unknown;
}

/** The protocol's error that a request must end with, without the words that one SDK's client puts before each. */
export async function protocolError(request: Promise<unknown>): Promise<ReadError> {
  const outcome = await request.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ("answer" in outcome) throw new Error(`no error, but ${JSON.stringify(outcome.answer)}`);
  const { code, message, data } = outcome.error as ReadError;
  return { code, message: message.replace(/^MCP error -?\d+: /, ""), data };
}
