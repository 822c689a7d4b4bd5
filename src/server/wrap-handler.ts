import type { McpServer, ServerContext as RequestContext } from "@modelcontextprotocol/server";

export type Handler<Params, Result> = (
  request: { params?: Params },
  context: RequestContext,
) => Result | Promise<Result>;

/** The SDK's own type allows a method and its handler, not a handler around any other. */
interface Handlers {
  setRequestHandler(method: string, ...handler: unknown[]): void;
}

/** Puts something around the handler of a method that the SDK sets itself: to be called before it does. */
export function wrapHandler<Params, Result>(
  server: McpServer,
  method: string,
  wrap: (handler: Handler<Params, Result>) => Handler<Params, object>,
): void {
  const handlers = server.server as unknown as Handlers;
  const setRequestHandler = handlers.setRequestHandler.bind(handlers);
  handlers.setRequestHandler = (name, ...handler) => {
    if (name === method) setRequestHandler(name, wrap(handler[0] as Handler<Params, Result>));
    else setRequestHandler(name, ...handler);
  };
}
