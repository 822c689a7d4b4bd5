// A thread that sends a request again and again, and reports the longest that it waited for a response, in milliseconds.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let answers = 0;
let failures = 0;
let isEnded = false;

function ask() {
  const sentAt = performance.now();
  const next = (hasFailed) => {
    if (hasFailed) failures += 1;
    else answers += 1;
    longest = Math.max(longest, performance.now() - sentAt);
    if (isEnded) return parentPort.postMessage({ longest, answers, failures });
    setTimeout(ask, 5);
  };
  const { url, body, ...options } = workerData;
  request(url, { agent, ...options }, (response) => {
    response.resume();
    response.on("end", () => next(response.statusCode !== 200));
  })
    .on("error", () => next(true))
    .end(body);
}

parentPort.on("message", () => {
  isEnded = true;
});
ask();
