import "./process/check-node";
import { build } from "./build/app-build";
import { reportFailure } from "./process/user-facing-error";

/** `npm run build`: builds the complete app in `.next/standalone`. */
await build("show").catch((error: unknown) => {
  reportFailure(error);
  process.exitCode = 1;
});
