import { readFileSync } from "node:fs";
import { Server } from "node:http";
import { constants } from "node:os";
import { answerFailure, serveDirectly } from "./lib/http/direct-calls";
import { tracing } from "./lib/base/observability/tracing";
import { createGuardedServer } from "./lib/http/entry/request-guard";
import { watchShutdown } from "./lib/http/entry/shutdown";
import { prepareProcess } from "./lib/http/entry/prepare-process";

/*
 * The app's process. Its HTTP server passes each request to the request guard, then to the fast
 * path or, if that has no route for it, to Next. `npm run dev` runs this file; a build contains it
 * as a bundle (scripts/build/bundle-server.ts), which runs in the folder of the build.
 */

const { HOST, PORT, KEEP_ALIVE_TIMEOUT, NODE_ENV } = await prepareProcess();
const isDevelopment = NODE_ENV === "development";

if (!isDevelopment) {
  // A build has no next.config.mjs. Next's own standalone server passes the configuration like this.
  const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8")) as { config: object };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
// Imported here, because Next reads the environment when it is loaded.
const { default: next } = await import("next");
/**
 * Next adds a listener for upgrades to the server that it is given, on its first request. It gets
 * this one, which never listens, so that only the request guard decides which upgrades reach Next.
 */
const upgrades = new Server();
const app = next({ dev: isDevelopment, dir: process.cwd(), hostname: HOST, port: PORT, httpServer: upgrades });
await app.prepare();
const handle = app.getRequestHandler();

const server = createGuardedServer({
  // In development routes are recompiled, and only Next has their current code.
  serveDirectly: (request, response) => !isDevelopment && serveDirectly(request, response),
  serveByNext: (request, response) =>
    void handle(request, response).catch((error: unknown) =>
      answerFailure(error, `${request.method} through Next`, response),
    ),
  upgrade: isDevelopment ? (...upgrade) => upgrades.emit("upgrade", ...upgrade) : undefined,
  keepAliveMs: KEEP_ALIVE_TIMEOUT,
});

watchShutdown(async (signal) => {
  const closed = new Promise((resolve) => server.close(resolve));
  // In development, the connections of hot reload stay open as long as a page does.
  if (!isDevelopment) await closed;
  await app.close();
  await tracing()?.flush();
  process.exit(128 + constants.signals[signal]);
});
server.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
server.listen(PORT, HOST, () => console.log(`Listening on ${HOST}, port ${PORT}.`));
