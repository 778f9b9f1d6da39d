import { onTestFinished } from "vitest";
import { env, type Env } from "@/lib/base/config/env";

/**
 * Overrides settings for the rest of a test. Changes the configuration object that `env()` returns,
 * because the environment variables are parsed only once.
 */
export function configure(settings: Partial<Env>): void {
  const current = env();
  const before = { ...current };
  Object.assign(current, settings);
  onTestFinished(() => {
    for (const name of Object.keys(settings)) Reflect.deleteProperty(current, name);
    Object.assign(current, before);
  });
}
