import { newToken, tokenHash } from "@/lib/base/web/crypto";
import { runSql } from "@/scripts/postgres/postgres-cluster";

/** The `AUTH_SECRET` of all apps that the trials start. */
export const SECRET = "a-secret-for-trials-that-is-long-enough";

/**
 * Sets environment variables so that the app's modules in this process hash tokens and passwords
 * with the settings of the apps under trial.
 */
export function adoptTrialSettings(databaseUrl: string): void {
  process.env.AUTH_SECRET = SECRET;
  process.env.DATABASE_URL = databaseUrl;
}

/** Creates accounts, each with a session. @returns the sessions' tokens */
export async function createSessions(
  databaseUrl: string,
  { count = 1, role = "editor", digest = "none" }: { count?: number; role?: string; digest?: string } = {},
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newToken("session"));
  const hashes = tokens.map((token) => tokenHash("session", token));
  const rows = hashes.map((hash, index) => `('${role}.${index}.${hash.slice(0, 8)}', '${hash}')`);
  await runSql(
    databaseUrl,
    `WITH new_users (name, hash) AS (VALUES ${rows.join(", ")}),
       created AS (INSERT INTO users (email, name, role, digest, email_verified_at)
         SELECT name || '@example.org', name, '${role}', '${digest}', now() FROM new_users RETURNING id, name)
     INSERT INTO sessions (user_id, token_hash, expires_at)
     SELECT created.id, hash, now() + interval '10 days' FROM new_users JOIN created USING (name)`,
  );
  return tokens;
}
