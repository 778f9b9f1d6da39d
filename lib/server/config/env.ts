import { z } from "zod";
import type { Locale } from "../../i18n";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../../limits";
import { ROLES } from "../../records/accounts/account";
import { isReplicaAddress } from "./addresses";
import { identityProviderAddress, wrongSingleSignOn } from "./single-sign-on-settings";

/** What a university is called that has not said its name. */
const UNIVERSITY = { de: "Pädagogische Hochschule", en: "University of Education" };
const FOOTER_LINK = { de: "Hochschulverwaltung", en: "University administration" };
/** Where backups lie without BACKUP_DIR. */
export const BACKUP_FOLDER = "backups";
const DEVELOPMENT_SECRET = "only-for-development-and-the-demo-on-this-machine";

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/ });
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;

/** `ph.example, @stud.ph.example` as a list of domains in lower case. */
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

/** The shortest password that somebody may choose; logging in goes with six characters (contract §9). */
const passwordMin = z.coerce
  .number()
  .int()
  .min(PASSWORD_MIN_LENGTH)
  .max(PASSWORD_MAX_BYTES)
  .default(PASSWORD_MIN_LENGTH);

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
    /** Servers that replay DATABASE_URL's, several hosts in one address: what only reads may be read there. */
    DATABASE_REPLICA_URL: z
      .string()
      .refine(
        isReplicaAddress,
        "must be a postgresql:// address, of several hosts as postgresql://one:5432,two:5432/name",
      )
      .optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
    AUTH_SECRET: z
      .string()
      .min(32, "must have at least 32 characters")
      .refine((secret) => new Set(secret).size >= 10, "is too easy to guess: take one from openssl rand -hex 32")
      .optional(),
    APP_URL: webAddress.optional(),
    PORT: port.default(3000),
    /** Set by `npm start` for its embedded database, and for no other. */
    DEMO: z.stringbool().default(false),
    /** How many days before a deadline it is told of as soon (contract §11). */
    DEADLINE_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    SESSION_MAX_DAYS: z.coerce.number().positive().default(14),
    /** Whose addresses may register; without it nobody's, but for the embedded demo (contract §5). */
    REGISTRATION_DOMAINS: domains.optional(),
    /** What an account may do that registers or comes by single sign-on (contract §9). */
    DEFAULT_ROLE: z.enum(ROLES).default("editor"),
    /** Single sign-on (contract §9): the provider, what the app is called there, and what its button says. */
    OIDC_ISSUER: identityProviderAddress.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().max(60).optional(),
    /** Which claim says the role, and by which values; dots lead into what is nested. */
    OIDC_ROLE_CLAIM: z.string().optional(),
    OIDC_ADMIN_VALUE: z.string().optional(),
    OIDC_EDITOR_VALUE: z.string().optional(),
    OIDC_READER_VALUE: z.string().optional(),
    /** Whose accounts need a second factor besides their password; whoever likes may have one. */
    TOTP_REQUIRED: z.enum(["none", "admins", "all"]).default("none"),
    /** Whether passwords are for all, or for admins only (contract §9). */
    PASSWORD_LOGIN: z.stringbool().default(true),
    PASSWORD_MIN: passwordMin,
    /** Whether register and "forgot password" say which addresses have an account, as the specification does. */
    ACCOUNT_DISCLOSURE: z.stringbool().default(true),
    /** Multiplies every limit of `lib/server/limits/rate-limit.ts`. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /** The header in which the proxy before the app puts the client's address; `none` says that no proxy does. */
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
    /** How long an uploaded file may take to parse before it is refused. */
    IMPORT_PARSE_SECONDS: z.coerce.number().positive().max(600).default(20),
    /** Whether this instance runs jobs (contract §11). */
    JOBS: z.stringbool().default(true),
    /** What asks for metrics says it; without it there are none. */
    METRICS_TOKEN: z.string().min(32, "must have at least 32 characters").optional(),
    /** Where traces go, by OTLP over HTTP; without it there are none. The SDK reads it, and its other OTEL_ variables, itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
    OTEL_SERVICE_NAME: z.string().default("cooperation-database"),
    /** Whether requests continue the trace that their `traceparent` names; on only behind a proxy that sets or removes it. */
    TRUST_TRACEPARENT: z.stringbool().default(false),
    /** Lines for people, or one JSON object a line. */
    LOG_FORMAT: z.enum(["text", "json"]).default("text"),
    /** How long requests are still taken after the signal to stop, while `/api/ready` says no already. */
    SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
    /** Where backups lie, and how old the last may be before the log says so; never without it. */
    BACKUP_DIR: z.string().default(BACKUP_FOLDER),
    BACKUP_MAX_AGE_HOURS: z.coerce.number().positive().optional(),
    /** How long the history is kept; for ever without it (contract §8). */
    HISTORY_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
    /** How long the history of accounts is kept: who was invited, disabled, deleted, given a role (contract §9). */
    SECURITY_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
    /** After how many months an unused account is disabled, and after as many more deleted (contract §9). */
    ACCOUNT_UNUSED_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
    /** Whether the history can be asked for one person's changes (contract §8). */
    HISTORY_PERSON_FILTER: z.stringbool().default(false),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address, such as Name <name@ph.example>")
      .optional(),
    /** The folder that keeps mails where there is no SMTP_URL. */
    MAIL_DIR: z.string().optional(),
    /** The folder of the pages without a login; without it the shipped templates are shown (contract §9). */
    LEGAL_DIR: z.string().optional(),
    UNIVERSITY_NAME: z.string().min(1).default(UNIVERSITY.de),
    UNIVERSITY_NAME_EN: z.string().min(1).optional(),
    FOOTER_LINK_URL: webAddress.default("https://www.hochschulverwaltung.example.org"),
    FOOTER_LINK_TEXT: z.string().min(1).default(FOOTER_LINK.de),
    FOOTER_LINK_TEXT_EN: z.string().min(1).optional(),
  })
  .transform((values, context) => {
    if (!values.AUTH_SECRET && values.NODE_ENV === "production") {
      context.addIssue({ code: "custom", path: ["AUTH_SECRET"], message: "is required in production" });
    }
    if (!values.APP_URL && values.NODE_ENV === "production" && !values.DEMO) {
      const message =
        "is required in production: links in mails lead there, and by its https the session cookie is secure";
      context.addIssue({ code: "custom", path: ["APP_URL"], message });
    }
    if (!values.CLIENT_ADDRESS_HEADER && values.NODE_ENV === "production" && values.APP_URL?.startsWith("https:")) {
      const message =
        "is required where APP_URL is https: it names the header in which the proxy puts the client's address, without which " +
        "anybody's failed logins lock everybody out; none says that there is no such header";
      context.addIssue({ code: "custom", path: ["CLIENT_ADDRESS_HEADER"], message });
    }
    for (const { name, message } of wrongSingleSignOn(values)) {
      context.addIssue({ code: "custom", path: [name], message });
    }
    const APP_URL = (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, "");
    return {
      ...values,
      AUTH_SECRET: values.AUTH_SECRET ?? DEVELOPMENT_SECRET,
      APP_URL,
      CLIENT_ADDRESS_HEADER:
        values.CLIENT_ADDRESS_HEADER?.toLowerCase() === "none" ? undefined : values.CLIENT_ADDRESS_HEADER,
      MAIL_FROM: values.MAIL_FROM ?? `"${values.UNIVERSITY_NAME}" <no-reply@${new URL(APP_URL).hostname}>`,
      // In production mails must not pile up unnoticed: there, somebody has to name the folder.
      MAIL_DIR: values.MAIL_DIR ?? (values.NODE_ENV === "production" ? undefined : ".data/mails"),
    };
  });

/** The configuration, checked: every variable that the app reads, with its default filled in. */
export type Env = z.infer<typeof schema>;

type Variables = Record<string, string | undefined>;

/**
 * Parses a set of environment variables; an empty variable counts as unset.
 * @throws Error with one sentence per wrong variable
 */
export const parseEnv = (variables: Variables): Env => parseBy(schema, variables);

/** The one setting that commands need which choose passwords. @throws Error where it is wrong */
export const passwordMinOf = ({ PASSWORD_MIN: value }: Variables): number =>
  parseBy(z.object({ PASSWORD_MIN: passwordMin }), { PASSWORD_MIN: value }).PASSWORD_MIN;

function parseBy<Values>(wanted: z.ZodType<Values>, variables: Variables): Values {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = wanted.safeParse(filled);
  if (result.success) return result.data;
  const sentences = result.error.issues.map((issue) => {
    const missing = issue.code === "invalid_type" && filled[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")} ${missing ? "is required" : issue.message}`;
  });
  throw new Error(`Configuration: ${sentences.join("; ")}. See README.md, "Configuration".`);
}

let parsed: Env | undefined;

/** The app's configuration, parsed once; the one place that reads `process.env`. */
export function env(): Env {
  return (parsed ??= parseEnv(process.env));
}

/** What the university and the link in the footer are called; a German name that was given stands for both languages. */
export function houseNames(locale: Locale): { university: string; footerLinkText: string } {
  const { UNIVERSITY_NAME, UNIVERSITY_NAME_EN, FOOTER_LINK_TEXT, FOOTER_LINK_TEXT_EN } = env();
  const inEnglish = (german: string, english: string | undefined, unnamed: typeof UNIVERSITY) =>
    english ?? (german === unnamed.de ? unnamed.en : german);
  if (locale === "de") return { university: UNIVERSITY_NAME, footerLinkText: FOOTER_LINK_TEXT };
  return {
    university: inEnglish(UNIVERSITY_NAME, UNIVERSITY_NAME_EN, UNIVERSITY),
    footerLinkText: inEnglish(FOOTER_LINK_TEXT, FOOTER_LINK_TEXT_EN, FOOTER_LINK),
  };
}
