import "./process/check-node";
import path from "node:path";
import { announce } from "./cli/announce";
import { checkPort, startNodeServer } from "./build/app-server";
import { bundleWorkers } from "./build/bundle-workers";
import { copyPdfAssets } from "./build/pdf-assets";
import { runUntilStopped } from "./process/lifecycle";
import { ROOT } from "./root";
import { UserFacingError } from "./process/user-facing-error";
import { loadEnvFile, readSettings } from "./cli/settings";
import { claimDatabase, startDatabase } from "./postgres/start-database";

/**
 * `npm run dev`: starts the server with Next's development mode, on the same database as `npm
 * start`.
 */
await runUntilStopped(async (lifecycle) => {
  loadEnvFile();
  const settings = readSettings(process.env, "development");
  await checkPort(settings.host, settings.env.PORT);
  await claimDatabase(settings, lifecycle);
  const variables = await startDatabase(settings, lifecycle);
  await bundleWorkers(ROOT);
  copyPdfAssets(path.join(ROOT, "public"));
  lifecycle.signal.throwIfAborted();

  const { host } = settings;
  const port = settings.env.PORT;
  const server = await startNodeServer("The development server", ["--import", "tsx", "server.ts"], {
    host,
    port,
    cwd: ROOT,
    env: {
      ...process.env,
      ...variables,
      PORT: String(port),
      HOST: host,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  lifecycle.onStop(server.stop);
  void server.ended.then(() => lifecycle.fail(new UserFacingError("The development server has ended: see above.")));
  announce(settings);
});
