import type { Parameters } from "./routes.ts";
import type { SandboxState } from "./state.ts";

/** The JSON body is unchecked. */
export interface OperationCall {
  parameters: Partial<Parameters>;
  body: unknown;
  url: URL;
}

type JsonOf<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends { content: { "application/json": infer Body } }
    ? { status: Status; body: Body }
    : { status: Status }
  : never;

export type OperationReply<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses, Status> }[keyof Responses]
  : never;

/** The compiler reports a missing operation. */
export type OperationHandlers<Operations> = {
  [Id in keyof Operations]: (state: SandboxState, call: OperationCall) => OperationReply<Operations[Id]>;
};
