import "./check-node";
import { build } from "./app-build";
import { reportFailure } from "./user-facing-error";

/** `npm run build`: the app in `.next/standalone`, complete. */
await build("show").catch((error: unknown) => {
  reportFailure(error);
  process.exitCode = 1;
});
