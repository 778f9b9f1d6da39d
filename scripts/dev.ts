import "./process/check-node";
import { spawn } from "node:child_process";
import { announce } from "./cli/announce";
import { checkPort, superviseServer } from "./build/app-server";
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
