import { onTestFinished } from "vitest";
import { env, type Env } from "@/lib/server/config/env";

/** Runs the rest of a test with other settings; the configuration is parsed once, so its one object is changed. */
export function configure(settings: Partial<Env>): void {
  const current = env();
  const before = { ...current };
  Object.assign(current, settings);
  onTestFinished(() => {
    for (const name of Object.keys(settings)) Reflect.deleteProperty(current, name);
    Object.assign(current, before);
  });
}
