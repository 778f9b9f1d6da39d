import "./check-node";
import { spawn } from "node:child_process";
import { announce } from "./announce";
import { checkPort, superviseServer } from "./app-server";
import { bundleWorkers } from "./bundle-workers";
import { runUntilStopped } from "./lifecycle";
import { commandOf, ROOT } from "./prisma-command";
import { UserFacingError } from "./user-facing-error";
import { loadEnvFile, readSettings } from "./settings";
import { claimDatabase, startDatabase } from "./start-database";

/** `npm run dev`: the same database as `npm start`, and Next's development server, which rebuilds what you edit. */
await runUntilStopped(async (life) => {
  loadEnvFile();
  const settings = readSettings(process.env, "development");
  await checkPort(settings.host, settings.env.PORT);
  await claimDatabase(settings, life);
  const variables = await startDatabase(settings, life);
  await bundleWorkers(ROOT);
  life.signal.throwIfAborted();

  const port = settings.env.PORT;
  const child = spawn(
    process.execPath,
    [commandOf("next", "dist/bin/next"), "dev", "--port", String(port), "--hostname", settings.host],
    {
      cwd: ROOT,
      env: { ...process.env, ...variables, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const server = await superviseServer(child, settings.host, port);
  life.onStop(server.stop);
  server.onUnexpectedEnd(() => life.fail(new UserFacingError("The development server has ended: see above.")));
  announce(settings);
});
