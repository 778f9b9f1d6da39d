import { z } from "zod";

const DEVELOPMENT_SECRET = "only-for-development-and-the-demo-on-this-machine";

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/ });

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
    AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    APP_URL: webAddress.optional(),
    PORT: port.default(3000),
    /** Set by `npm start` for its embedded database, and for no other. */
    DEMO: z.stringbool().default(false),
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    SESSION_MAX_DAYS: z.coerce.number().positive().default(14),
    UNIVERSITY_NAME: z.string().min(1).default("Pädagogische Hochschule"),
    FOOTER_LINK_URL: webAddress.default("https://www.hochschulverwaltung.example.org"),
    FOOTER_LINK_TEXT: z.string().min(1).default("Hochschulverwaltung"),
  })
  .transform((values, context) => {
    if (!values.AUTH_SECRET && values.NODE_ENV === "production") {
      context.addIssue({ code: "custom", path: ["AUTH_SECRET"], message: "is required in production" });
    }
    return {
      ...values,
      AUTH_SECRET: values.AUTH_SECRET ?? DEVELOPMENT_SECRET,
      APP_URL: values.APP_URL ?? `http://localhost:${values.PORT}`,
    };
  });

/** The configuration, checked: every variable that the app reads, with its default filled in. */
export type Env = z.infer<typeof schema>;

/**
 * Parses a set of environment variables; an empty variable counts as unset.
 * @throws Error with one sentence per wrong variable
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = schema.safeParse(filled);
  if (result.success) return result.data;
  const sentences = result.error.issues.map((issue) => {
    const missing = issue.code === "invalid_type" && filled[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")} ${missing ? "is required" : issue.message}`;
  });
  throw new Error(`Configuration: ${sentences.join("; ")}. See README.md, "Configuration".`);
}

let parsed: Env | undefined;

/** The app's configuration, parsed once; the one place that reads `process.env` (design.md). */
export function env(): Env {
  return (parsed ??= parseEnv(process.env));
}
