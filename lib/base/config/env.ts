import { isIPv6 } from "node:net";
import { z } from "zod";
import type { Locale } from "@/lib/model/messages/i18n";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/model/limits";
import { ROLES } from "@/lib/model/accounts/roles";
import { withoutTrailing } from "@/lib/model/pure/without-trailing";
import { isReplicaAddress } from "./replica-addresses";
import { ID_TOKEN_ALGORITHMS, identityProviderAddress, singleSignOnErrors } from "./single-sign-on-settings";

/** Names shown by an installation that has not configured its own. */
const UNIVERSITY = { de: "Pädagogische Hochschule", en: "University of Education" };
const FOOTER_LINK = { de: "Hochschulverwaltung", en: "University administration" };
/** Default of BACKUP_DIR. */
export const BACKUP_FOLDER = "backups";
const DEVELOPMENT_SECRET = "only-for-development-and-the-demo-on-this-machine";

/** The address of a server that is no web server. */
export type HostAndPort = { host: string; port: number };

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/ });
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;

/** Parses `ph.example, @stud.ph.example` into a list of lower-case domains. */
const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(",")
      .map((domain) => domain.trim().replace(/^@/, "")),
  )
  .refine(
    (list) => list.every((domain) => DOMAIN.test(domain)),
    "must be a list of domains like ph.example,stud.ph.example",
  );

const HOST_AND_PORT = /^(?:\[([\da-f.:]+)\]|([\w.-]+)):(\d{1,5})$/i;

/** Parses `scanner.ph.example:3310` or `[::1]:3310`. */
const hostAndPort = z.string().transform((text, context): HostAndPort => {
  const [, ipv6, name = "", digits = ""] = HOST_AND_PORT.exec(text) ?? [];
  const parsed = port.safeParse(digits);
  if (parsed.success && (ipv6 === undefined || isIPv6(ipv6))) return { host: ipv6 ?? name, port: parsed.data };
  context.addIssue("must be an address like scanner.ph.example:3310 or [::1]:3310");
  return z.NEVER;
});

/** Minimum length of new passwords; existing ones of six characters still work (contract §9). */
const passwordMin = z.coerce
  .number()
  .int()
  .min(PASSWORD_MIN_LENGTH)
  .max(PASSWORD_MAX_BYTES)
  .default(PASSWORD_MIN_LENGTH);

type ProductionSettings = Partial<
  Record<"NODE_ENV" | "AUTH_SECRET" | "APP_URL" | "CLIENT_ADDRESS_HEADER", string> & { DEMO: boolean }
>;

/** Returns the settings that are missing in production, each with an error message. */
function productionErrors(values: ProductionSettings): { name: keyof ProductionSettings; message: string }[] {
  const { NODE_ENV, AUTH_SECRET, APP_URL, CLIENT_ADDRESS_HEADER, DEMO } = values;
  const errors: { name: keyof ProductionSettings; message: string }[] = [];
  if (NODE_ENV !== "production") return errors;
  if (!AUTH_SECRET) errors.push({ name: "AUTH_SECRET", message: "is required in production" });
  if (!APP_URL && !DEMO) {
    const message =
      "is required in production: links in mails point there, and its https makes the session cookie secure";
    errors.push({ name: "APP_URL", message });
  }
  if (!CLIENT_ADDRESS_HEADER && APP_URL?.startsWith("https:")) {
    const message =
      "is required where APP_URL is https: it names the header in which the proxy passes the client's address, without which " +
      "the failed logins of one client lock out all others; set it to none when there is no such header";
    errors.push({ name: "CLIENT_ADDRESS_HEADER", message });
  }
  return errors;
}

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
    /** Read replicas of DATABASE_URL; one connection URL may name several hosts. */
    DATABASE_REPLICA_URL: z
      .string()
      .refine(
        isReplicaAddress,
        "must be a postgresql:// address; several hosts are written as postgresql://one:5432,two:5432/name",
      )
      .optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
    AUTH_SECRET: z
      .string()
      .min(32, "must have at least 32 characters")
      .refine((secret) => new Set(secret).size >= 10, "is too easy to guess: generate one with openssl rand -hex 32")
      .optional(),
    APP_URL: webAddress.optional(),
    PORT: port.default(3000),
    /** Address to listen on. */
    HOST: z.string().default("127.0.0.1"),
    /**
     * Milliseconds after which an idle connection is closed. Longer than in proxies and browsers: if
     * the server closed a connection first, a request could be lost.
     */
    KEEP_ALIVE_TIMEOUT: z.coerce.number().int().min(0).max(86_400_000).default(75_000),
    /** Whether this is the demo: `npm start` sets it when it uses its embedded database. */
    DEMO: z.stringbool().default(false),
    /** Number of days before a deadline from which the deadline is "soon" (contract §11). */
    DEADLINE_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
    /** Months after which the confirmation of a record is out of date (contract §15). */
    CONFIRM_MONTHS: z.coerce.number().int().min(1).max(1200).default(12),
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    SESSION_MAX_DAYS: z.coerce.number().positive().default(14),
    /**
     * Mail domains whose addresses may register. When unset, registration is closed, except in the
     * embedded demo (contract §5).
     */
    REGISTRATION_DOMAINS: domains.optional(),
    /** Role of accounts created by registration or single sign-on (contract §9). */
    DEFAULT_ROLE: z.enum(ROLES).default("editor"),
    /**
     * Single sign-on (contract §9): the identity provider's address, the app's client id and secret
     * there, and the provider's name on the login button.
     */
    OIDC_ISSUER: identityProviderAddress.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().max(60).optional(),
    /** The algorithm with which the provider signs id tokens; the app accepts no other. */
    OIDC_ID_TOKEN_ALG: z.enum(ID_TOKEN_ALGORITHMS).default("RS256"),
    /** The claim that holds the role (dots address nested claims), and its value for each role. */
    OIDC_ROLE_CLAIM: z.string().optional(),
    OIDC_ADMIN_VALUE: z.string().optional(),
    OIDC_EDITOR_VALUE: z.string().optional(),
    OIDC_READER_VALUE: z.string().optional(),
    /** Which accounts must have a second factor besides their password; others may have one. */
    TOTP_REQUIRED: z.enum(["none", "admins", "all"]).default("none"),
    /** Whether all accounts may log in with a password; if false, only admins may (contract §9). */
    PASSWORD_LOGIN: z.stringbool().default(true),
    PASSWORD_MIN: passwordMin,
    /**
     * Whether registration and "forgot password" disclose which addresses have an account, as the
     * specification demands.
     */
    ACCOUNT_DISCLOSURE: z.stringbool().default(true),
    /** Multiplies every rate limit. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /** Header in which the proxy passes the client's address; `none` when no proxy does. */
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
    /** How long an uploaded file may take to parse before it is refused. */
    IMPORT_PARSE_SECONDS: z.coerce.number().positive().max(600).default(20),
    /** Maximum size of a file (contract §18). At most clamd's default limits, beyond which it scans nothing. */
    FILE_MAX_MB: z.coerce.number().int().min(1).max(100).default(20),
    /** How long reading the text of a file may take before it is given up. */
    FILE_READ_SECONDS: z.coerce.number().positive().max(600).default(20),
    /** Maximum size of all files together, equal ones counted once; unlimited when unset. */
    FILES_QUOTA_GB: z.coerce.number().positive().optional(),
    /** The virus scanner clamd, which scans each uploaded file; files are not scanned when unset. */
    CLAMAV_ADDRESS: hostAndPort.optional(),
    /** Whether this instance runs jobs (contract §11). */
    JOBS: z.stringbool().default(true),
    /** Bearer token that `/api/metrics` requires; the endpoint is off when unset. */
    METRICS_TOKEN: z.string().min(32, "must have at least 32 characters").optional(),
    /** OTLP/HTTP endpoint; tracing is off when unset. The SDK reads all OTEL_ variables itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
    OTEL_SERVICE_NAME: z.string().default("cooperation-database"),
    /**
     * Whether a request continues the trace in its `traceparent` header. Enable it only behind a
     * proxy that sets or removes this header.
     */
    TRUST_TRACEPARENT: z.stringbool().default(false),
    /** Log output: human-readable lines, or one JSON object per line. */
    LOG_FORMAT: z.enum(["text", "json"]).default("text"),
    /**
     * How long requests are still accepted after the stop signal, while `/api/ready` already fails.
     */
    SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
    /** Folder of the backups. */
    BACKUP_DIR: z.string().default(BACKUP_FOLDER),
    /** Age of the newest backup from which the log warns; it never warns when unset. */
    BACKUP_MAX_AGE_HOURS: z.coerce.number().positive().optional(),
    /** Retention of the history; unlimited when unset (contract §8). */
    HISTORY_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
    /** Retention of account events in the history; HISTORY_MONTHS when unset (contract §9). */
    SECURITY_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
    /**
     * Months without use after which an account is disabled; after as many again it is deleted
     * (contract §9). Never when unset.
     */
    ACCOUNT_UNUSED_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
    /** Whether all users may filter the history by author; if false, only admins (contract §8). */
    HISTORY_PERSON_FILTER: z.stringbool().default(false),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^\r\n<>]*<[^\s<>@]+|[^\r\n<>]*[^\s<>@])@[^\s<>@]+>?$/,
        "must be an address, such as Name <name@ph.example>",
      )
      .optional(),
    /** Maximum number of mails of confirmation rounds per minute (contract §15). */
    ROUND_MAILS_PER_MINUTE: z.coerce.number().int().min(1).max(6000).default(60),
    /** Address to which recipients of confirmation rounds reply; by default that of who started the round. */
    ROUND_REPLY_TO: z.email({ error: "must be an address, such as name@ph.example" }).optional(),
    /** Folder to which mails are written when SMTP_URL is unset. */
    MAIL_DIR: z.string().optional(),
    /** Folder of the legal pages; the shipped templates are shown when unset (contract §9). */
    LEGAL_DIR: z.string().optional(),
    UNIVERSITY_NAME: z.string().min(1).default(UNIVERSITY.de),
    UNIVERSITY_NAME_EN: z.string().min(1).optional(),
    FOOTER_LINK_URL: webAddress.default("https://www.hochschulverwaltung.example.org"),
    FOOTER_LINK_TEXT: z.string().min(1).default(FOOTER_LINK.de),
    FOOTER_LINK_TEXT_EN: z.string().min(1).optional(),
  })
  .superRefine(
    (values, context) => {
      for (const { name, message } of [...productionErrors(values), ...singleSignOnErrors(values)]) {
        context.addIssue({ code: "custom", path: [name], message });
      }
    },
    // Also runs when a setting is invalid, so that one message names everything that is missing.
    { when: () => true },
  )
  .transform((values) => {
    const APP_URL = withoutTrailing(values.APP_URL ?? `http://localhost:${values.PORT}`, "/");
    return {
      ...values,
      AUTH_SECRET: values.AUTH_SECRET ?? DEVELOPMENT_SECRET,
      APP_URL,
      CLIENT_ADDRESS_HEADER:
        values.CLIENT_ADDRESS_HEADER?.toLowerCase() === "none" ? undefined : values.CLIENT_ADDRESS_HEADER,
      MAIL_FROM: values.MAIL_FROM ?? `"${values.UNIVERSITY_NAME}" <no-reply@${new URL(APP_URL).hostname}>`,
      // No default in production: mails must not pile up in a folder unnoticed.
      MAIL_DIR: values.MAIL_DIR ?? (values.NODE_ENV === "production" ? undefined : ".data/mails"),
    };
  });

/** The validated configuration: every variable that the app reads, with its default filled in. */
export type Env = z.infer<typeof schema>;

type Variables = Record<string, string | undefined>;

/**
 * Parses a set of environment variables; an empty variable is treated as unset.
 * @throws Error whose message has one sentence per invalid variable
 */
export const parseEnv = (variables: Variables): Env => parseWith(schema, variables);

/** Parses PASSWORD_MIN alone, for commands that set passwords. @throws Error when it is invalid */
export const passwordMinOf = ({ PASSWORD_MIN: value }: Variables): number =>
  parseWith(z.object({ PASSWORD_MIN: passwordMin }), { PASSWORD_MIN: value }).PASSWORD_MIN;

function parseWith<Values>(validator: z.ZodType<Values>, variables: Variables): Values {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = validator.safeParse(filled);
  if (result.success) return result.data;
  const sentences = result.error.issues.map((issue) => {
    const missing = issue.code === "invalid_type" && filled[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")} ${missing ? "is required" : issue.message}`;
  });
  throw new Error(`Configuration: ${sentences.join("; ")}. See docs/configuration.md.`);
}

let parsed: Env | undefined;

/** Returns the app's configuration, parsed on the first call. The app reads all settings here. */
export function env(): Env {
  if (!parsed) {
    parsed = parseEnv(process.env);
    // Without it, next-auth could take its own address from a header of the request.
    process.env.NEXTAUTH_URL = `${parsed.APP_URL}/api/auth`;
  }
  return parsed;
}

/**
 * Returns the university's name and the text of the footer link in a language. Where only a German
 * text is configured, it is used in English, too.
 */
export function universityNames(locale: Locale): { university: string; footerLinkText: string } {
  const { UNIVERSITY_NAME, UNIVERSITY_NAME_EN, FOOTER_LINK_TEXT, FOOTER_LINK_TEXT_EN } = env();
  const inEnglish = (german: string, english: string | undefined, defaults: typeof UNIVERSITY) =>
    english ?? (german === defaults.de ? defaults.en : german);
  if (locale === "de") return { university: UNIVERSITY_NAME, footerLinkText: FOOTER_LINK_TEXT };
  return {
    university: inEnglish(UNIVERSITY_NAME, UNIVERSITY_NAME_EN, UNIVERSITY),
    footerLinkText: inEnglish(FOOTER_LINK_TEXT, FOOTER_LINK_TEXT_EN, FOOTER_LINK),
  };
}
