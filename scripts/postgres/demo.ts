import ipaddr from "ipaddr.js";
import { z } from "zod";
import { password } from "@/lib/features/accounts/account";
import { newPasswordError } from "@/lib/features/accounts/server/new-password";
import { passwordMinOf } from "@/lib/base/config/env";
import { DEMO_USER } from "./demo-user";
import { UserFacingError } from "../process/user-facing-error";

const LOOPBACK = "127.0.0.1";

/** Returns whether a host name or IP address refers to this machine only. */
function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return /(^|\.)localhost$/i.test(bare) || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === "loopback");
}

const onOff = z.stringbool().default(false);

const withoutEmpty = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));

export type Demo = {
  /** Password of the demo's account. If undefined, an existing account keeps its password. */
  password: string | undefined;
  /** Address to listen on. */
  host: string;
  /** True if `host` differs from HOST, which is ignored because it would make the demo public. */
  ignoresHost: boolean;
};

/**
 * Reads the demo's settings. Its password is public, so by default it listens on this machine only
 * and ignores HOST: a real installation started with DATABASE_URL missing must not serve a demo to
 * its users.
 * @throws UserFacingError if the settings would make the demo public without DEMO_PUBLIC=on and a
 * safe DEMO_PASSWORD
 */
export function readDemo(variables: Record<string, string | undefined>, appUrl: string): Demo {
  const { HOST: configuredHost = LOOPBACK, DEMO_PUBLIC, DEMO_PASSWORD } = withoutEmpty(variables);
  const { data: isPublic, error } = onOff.safeParse(DEMO_PUBLIC);
  if (error) throw new UserFacingError("DEMO_PUBLIC must be on or off.");
  const min = passwordMinOf(variables);
  const isRefused = (chosen: string) =>
    chosen === DEMO_USER.password || !password.safeParse(chosen).success || newPasswordError(chosen, min) !== null;
  if (DEMO_PASSWORD !== undefined && isRefused(DEMO_PASSWORD)) {
    throw new UserFacingError(
      `DEMO_PASSWORD must have at least ${min} characters and at most 72 bytes, and not be one that everybody knows.`,
    );
  }
  if (isPublic && DEMO_PASSWORD === undefined) {
    throw new UserFacingError(
      "DEMO_PUBLIC is on without DEMO_PASSWORD: everybody knows the demo's own password, so choose another one.",
    );
  }
  if (!isPublic && !isThisMachine(new URL(appUrl).hostname)) {
    throw new UserFacingError(
      `DATABASE_URL is not set, so this would be the demo with a password that everybody knows, though APP_URL (${appUrl}) ` +
        "is an address for others: set DATABASE_URL, or DEMO_PUBLIC=on with a DEMO_PASSWORD.",
    );
  }
  const ignoresHost = !isPublic && !isThisMachine(configuredHost);
  return { password: DEMO_PASSWORD, host: ignoresHost ? LOOPBACK : configuredHost, ignoresHost };
}
