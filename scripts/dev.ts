import "./process/check-node";
import { announce } from "./cli/announce";
import { checkPort, startNodeServer } from "./build/app-server";
import { bundleWorkers } from "./build/bundle-workers";
import { runUntilStopped } from "./process/lifecycle";
import { commandOf } from "./postgres/prisma-command";
import { ROOT } from "./root";
import { UserFacingError } from "./process/user-facing-error";
import { loadEnvFile, readSettings } from "./cli/settings";
import { claimDatabase, startDatabase } from "./postgres/start-database";

/** `npm run dev`: starts Next's development server, on the same database as `npm start`. */
await runUntilStopped(async (life) => {
  loadEnvFile();
  const settings = readSettings(process.env, "development");
  await checkPort(settings.host, settings.env.PORT);
  await claimDatabase(settings, life);
  const variables = await startDatabase(settings, life);
  await bundleWorkers(ROOT);
  life.signal.throwIfAborted();

  const { host } = settings;
  const port = settings.env.PORT;
  const args = [commandOf("next", "dist/bin/next"), "dev", "--port", String(port), "--hostname", host];
  const server = await startNodeServer("The development server", args, {
    ...{ host, port, cwd: ROOT },
    env: { ...process.env, ...variables, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
  });
  life.onStop(server.stop);
  void server.ended.then(() => life.fail(new UserFacingError("The development server has ended: see above.")));
  announce(settings);
});
