import type { Client } from "@modelcontextprotocol/sdk/client/index.js";

/** Calls tools as an assistant does, and prints each call with what came back. */
export interface Caller {
  /** Prints the reply's summary, or all of it if it has none. @throws Error if the call fails without a reply */
  call<Reply extends object>(name: string, args: object, shownArgs?: string): Promise<Reply>;
  /** Makes a call that should fail, and prints its error. */
  refused(name: string, args: object): Promise<void>;
  /** Prints a sentence of the user. */
  say(text: string): void;
}

export function createCaller(client: Client, print: (line: string) => void): Caller {
  async function send(name: string, args: object, shownArgs: string) {
    print(`> ${name} ${shownArgs}`);
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) =>
      print(`  ... ${progress} of ${total} worklogs done`);
    const result = await client.callTool({ name, arguments: { ...args } }, undefined, { onprogress });
    const [block] = result.content as { text: string }[];
    return { text: block?.text ?? "", hasReply: result.structuredContent !== undefined };
  }

  return {
    async call<Reply extends object>(name: string, args: object, shownArgs = JSON.stringify(args)) {
      const { text, hasReply } = await send(name, args, shownArgs);
      if (!hasReply) throw new Error(`${name} failed: ${text}`);
      const reply = JSON.parse(text) as Reply & { summary?: object };
      print(reply.summary ? `< summary ${JSON.stringify(reply.summary)}` : `< ${text}`);
      print("");
      return reply;
    },
    async refused(name, args) {
      const { text } = await send(name, args, JSON.stringify(args));
      print(`< error: ${text}`);
      print("");
    },
    say(text) {
      print(`You: "${text}"`);
      print("");
    },
  };
}
