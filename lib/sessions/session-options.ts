import type { AuthOptions } from "next-auth";
import { hostCookie } from "@/lib/base/web/host-cookie";
import { keyedHash } from "@/lib/base/web/crypto";
import { recordError } from "./auth-step";
import { sessionCookie, sessionOf, type CurrentSession } from "./session";

/** Returns the error that next-auth passes to its logger. */
export const loggedError = (metadata: Error | { error: Error }) =>
  metadata instanceof Error ? metadata : metadata.error;

/**
 * The options of next-auth for reading a session (https://next-auth.js.org/configuration/options).
 * The session cookie holds an opaque token instead of a signed one: `jwt.encode` and `jwt.decode`
 * exchange it for the row in `sessions`, so that ending a session takes effect at once on all
 * instances.
 */
export const sessionOptions = () =>
  ({
    secret: keyedHash("next_auth", "secret"),
    session: { strategy: "jwt", maxAge: sessionCookie().options.maxAge },
    cookies: { sessionToken: sessionCookie(), csrfToken: hostCookie("csrf") },
    providers: [],
    callbacks: {
      session: ({ session, token }) => ({ ...session, current: token.current as CurrentSession | null }),
    },
    jwt: {
      encode: async ({ token }) => String(token?.opaque),
      decode: async ({ token }) => ({ opaque: token, current: await sessionOf(token) }),
    },
    logger: {
      // next-auth would print messages that contain tokens. Its own errors reach only its logger.
      error: (_code, metadata) => recordError(loggedError(metadata)),
      warn: () => undefined,
      debug: () => undefined,
    },
  }) satisfies AuthOptions;
