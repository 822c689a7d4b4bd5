import type { Parameters } from "./routes.ts";
import type { SandboxState } from "./state.ts";

/** The request to an operation: its typed parameters by name, and its JSON body, unchecked. */
export interface OperationCall {
  parameters: Partial<Parameters>;
  body: unknown;
  /** The URL of the request, for links in the response. */
  url: URL;
}

type JsonOf<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends { content: { "application/json": infer Body } }
    ? { status: Status; body: Body }
    : { status: Status }
  : never;

/** The responses that an operation may give, by the types of its OpenAPI slice. */
export type OperationReply<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses, Status> }[keyof Responses]
  : never;

/** One function for each operation of a slice; the compiler reports a missing one. */
export type OperationHandlers<Operations> = {
  [Id in keyof Operations]: (state: SandboxState, call: OperationCall) => OperationReply<Operations[Id]>;
};
