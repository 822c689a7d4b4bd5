// Checks a reply by the package's own types and checks: node decode.mjs GetScheduleResponse < reply.json
import { text } from "node:stream/consumers";
import { isReply, type Responses, replyErrors } from "tempofiller/contract";

const name = process.argv[2] as keyof Responses;
const reply: unknown = JSON.parse(await text(process.stdin));
if (!isReply(name, reply)) throw new Error(replyErrors(name, reply).join("\n"));
process.stdout.write(JSON.stringify(reply));
