import { existsSync } from "node:fs";
import path from "node:path";
import { parseUrl } from "@/lib/model/pure/parse-url";
import { type Env, parseEnv } from "@/lib/base/config/env";
import { type Demo, readDemo } from "../postgres/demo";
import { ROOT } from "../root";
import { messageOf, UserFacingError } from "../process/user-facing-error";

/**
 * Placeholder for AUTH_SECRET until the embedded demo's secret has been read. It is never used for
 * hashing.
 */
const PLACEHOLDER_SECRET = "abcdefghijklmnopqrstuvwxyz-stand-in";

type Variables = Record<string, string | undefined>;

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

function readAddress(variables: Variables, name: string): string | undefined {
  const address = variables[name] || undefined;
  if (address === undefined || (/^postgres(ql)?:\/\//.test(address) && parseUrl(address))) return address;
  throw new UserFacingError(
    `${name} is no PostgreSQL address: it looks like postgresql://user:password@host:5432/database.`,
  );
}

/** Examples of the settings that an installation needs besides DATABASE_URL, as a shell writes them. */
const EXAMPLES = {
  AUTH_SECRET: () => "$(openssl rand -hex 32)",
  APP_URL: ({ PORT }: Variables) => `http://localhost:${PORT || "3000"}`,
};

/** Returns a command that adds the missing ones of these settings to `.env`; empty if none is missing. */
function commandForMissing(variables: Variables): string {
  const missing = Object.entries(EXAMPLES).filter(([name]) => !variables[name]);
  if (missing.length === 0) return "";
  const lines = missing.map(([name, example]) => `${name}=${example(variables)}\\n`).join("");
  return `\nTo add what is missing, for a trial on this machine:\nprintf "\\n${lines}" >> .env`;
}

/**
 * Reads and validates the configuration, before anything is built.
 * @param options.mayBeDemo false for the container image, which has no embedded demo
 * @throws UserFacingError that names all wrong settings, with a command that adds missing ones
 */
export function readSettings(
  variables: Variables,
  mode: "production" | "development",
  { mayBeDemo = true }: { mayBeDemo?: boolean } = {},
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
  const isDemo = mayBeDemo && databaseUrl === undefined;
  try {
    const env = parseEnv({
      ...variables,
      NODE_ENV: mode,
      DEMO: isDemo ? "on" : undefined,
      DATABASE_URL: isDemo ? "postgresql://127.0.0.1/embedded" : databaseUrl,
      AUTH_SECRET: variables.AUTH_SECRET || (isDemo ? PLACEHOLDER_SECRET : undefined),
    });
    const demo = isDemo ? readDemo(variables, env.APP_URL) : undefined;
    return { env, databaseUrl, migrationUrl, demo, host: demo?.host ?? env.HOST };
  } catch (error) {
    const needsMore = mode === "production" && !isDemo;
    throw new UserFacingError(messageOf(error) + (needsMore ? commandForMissing(variables) : ""));
  }
}
