import type { Parameters } from "./routes.ts";
import type { SandboxState } from "./state.ts";

/** What an operation is asked: parameters by name and type, and the body as it came. */
export interface OperationCall {
  parameters: Partial<Parameters>;
  body: unknown;
  /** The address of the request, for links in the reply. */
  url: URL;
}

type JsonOf<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends { content: { "application/json": infer Body } }
    ? { status: Status; body: Body }
    : { status: Status }
  : never;

/** The replies that an operation of an OpenAPI slice may give, by the slice's own types. */
export type OperationReply<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses, Status> }[keyof Responses]
  : never;

/** One function for each operation of a slice: the compiler misses one that is not answered. */
export type OperationHandlers<Operations> = {
  [Id in keyof Operations]: (state: SandboxState, call: OperationCall) => OperationReply<Operations[Id]>;
};
