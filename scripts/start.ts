import "./process/check-node";
import { announce } from "./cli/announce";
import { build, isBuilt } from "./build/app-build";
import { checkPort, startAppServer } from "./build/app-server";
import { runUntilStopped } from "./process/lifecycle";
import { UserFacingError } from "./process/user-facing-error";
import { loadEnvFile, readSettings } from "./cli/settings";
import { claimDatabase, startDatabase } from "./postgres/start-database";

/**
 * `npm start`: builds the app, prepares the database and serves the app. Reports errors that can be
 * detected early before it builds.
 */
await runUntilStopped(async (lifecycle) => {
  loadEnvFile();
  const settings = readSettings(process.env, "production");
  await checkPort(settings.host, settings.env.PORT);
  await claimDatabase(settings, lifecycle);

  if (!isBuilt()) {
    console.log("Building the app; this takes about a minute, and only when its sources have changed …");
    await build("collect", lifecycle.signal);
  }
  console.log("Preparing the database …");
  const variables = await startDatabase(settings, lifecycle);
  lifecycle.signal.throwIfAborted();

  const server = await startAppServer({
    host: settings.host,
    port: settings.env.PORT,
    env: { ...process.env, ...variables },
  });
  lifecycle.onStop(server.stop);
  void server.ended.then(() => lifecycle.fail(new UserFacingError("The app has ended unexpectedly: see above.")));
  announce(settings);
});
