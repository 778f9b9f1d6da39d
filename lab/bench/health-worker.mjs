import { parentPort, workerData } from "node:worker_threads";

/*
 * Requests the health check until it is told to stop, and answers with the longest response time. A thread
 * of its own, because the clients of the load keep theirs busy.
 */

const PAUSE_MS = 50;
let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});

let slowestMs = 0;
while (!isStopped) {
  const start = performance.now();
  await (await fetch(`${workerData.url}/api/health`)).arrayBuffer();
  slowestMs = Math.max(slowestMs, performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
parentPort?.postMessage(slowestMs);
