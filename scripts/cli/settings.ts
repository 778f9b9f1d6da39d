import { existsSync } from "node:fs";
import path from "node:path";
import { parseUrl } from "@/lib/parse-url";
import { type Env, parseEnv } from "@/lib/server/config/env";
import { type Demo, readDemo } from "../postgres/demo";
import { ROOT } from "../root";
import { messageOf, UserFacingError } from "../process/user-facing-error";

/**
 * Placeholder for AUTH_SECRET until the embedded demo's secret has been read. It is never used for
 * hashing.
 */
const STAND_IN_SECRET = "abcdefghijklmnopqrstuvwxyz-stand-in";

export type Settings = {
  /**
   * The app's configuration. For the embedded demo, its database URL and secret are placeholders.
   */
  env: Env;
  /** URL of the configured database; undefined if the embedded database is used. */
  databaseUrl: string | undefined;
  /**
   * URL of the same database for its owner, who migrates it; undefined if the app's role migrates
   * it.
   */
  migrationUrl: string | undefined;
  /** Settings of the embedded demo; undefined if a database is configured. */
  demo: Demo | undefined;
  /** Address to listen on. */
  host: string;
};

/**
 * Returns the folder to which mails are written if no mail server is configured. The path is
 * absolute, because the built app runs in another folder.
 */
export function mailFolder({ env, databaseUrl }: Settings): string | undefined {
  if (env.SMTP_URL) return undefined;
  const folder = env.MAIL_DIR ?? (databaseUrl === undefined ? ".data/mails" : undefined);
  return folder && path.resolve(ROOT, folder);
}

/**
 * Returns the folder of backups. The path is absolute, because the built app runs in another
 * folder.
 */
export const backupFolder = ({ env }: Settings): string => path.resolve(ROOT, env.BACKUP_DIR);

/**
 * Loads `.env` into the environment if the file exists. Variables that are set already take
 * precedence; an empty variable counts as unset.
 */
export function loadEnvFile(): void {
  const file = path.join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

function readAddress(variables: Record<string, string | undefined>, name: string): string | undefined {
  const address = variables[name] || undefined;
  if (address === undefined || (/^postgres(ql)?:\/\//.test(address) && parseUrl(address))) return address;
  throw new UserFacingError(
    `${name} is no PostgreSQL address: it looks like postgresql://user:password@host:5432/database.`,
  );
}

/**
 * Reads and validates the configuration, before anything is built.
 * @throws UserFacingError that names the wrong setting
 */
export function readSettings(
  variables: Record<string, string | undefined>,
  mode: "production" | "development",
): Settings {
  const databaseUrl = readAddress(variables, "DATABASE_URL");
  const migrationUrl = readAddress(variables, "MIGRATION_DATABASE_URL");
  if (migrationUrl !== undefined && databaseUrl === undefined) {
    throw new UserFacingError(
      "MIGRATION_DATABASE_URL is set, but DATABASE_URL, by which the app works with the same database, is not.",
    );
  }
  if (variables.DATABASE_REPLICA_URL && databaseUrl === undefined) {
    throw new UserFacingError("DATABASE_REPLICA_URL is set, but DATABASE_URL, whose replicas it names, is not.");
  }
  if (databaseUrl !== undefined && mode === "production" && !variables.AUTH_SECRET) {
    throw new UserFacingError(
      "AUTH_SECRET is not set: together with DATABASE_URL the app needs a secret of at least 32 characters, " +
        "for example from: openssl rand -hex 32",
    );
  }
  try {
    const env = parseEnv({
      ...variables,
      NODE_ENV: mode,
      DEMO: databaseUrl === undefined ? "on" : undefined,
      DATABASE_URL: databaseUrl ?? "postgresql://127.0.0.1/embedded",
      AUTH_SECRET: variables.AUTH_SECRET || (databaseUrl === undefined ? STAND_IN_SECRET : undefined),
    });
    const demo = databaseUrl === undefined ? readDemo(variables, env.APP_URL) : undefined;
    return { env, databaseUrl, migrationUrl, demo, host: demo?.host ?? env.HOST };
  } catch (error) {
    throw new UserFacingError(messageOf(error));
  }
}
