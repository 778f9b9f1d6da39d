/** An error with one of Prisma's error codes, which the command line shows unchanged. */
export class UserFacingError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Writes a log line in the native engine's format, from which the command line reads errors. */
export function log(level, fields) {
  const line = { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|ENOENT|EACCES|EPIPE|57P03)$/;

/** Translates an error of `pg`, by its code or message, to the one that Prisma documents for it. */
export function connectionError(error, { host, port, user, database }) {
  if (error instanceof UserFacingError) return error;
  // For a host name with several addresses Node.js throws an AggregateError without a message.
  const text = error.message || error.errors?.map(({ message }) => message).join("; ") || String(error);
  const server = `\`${host}:${port}\``;
  const translations = [
    [
      error.code === "28P01" || /^SASL|password must be a string/.test(text),
      "P1000",
      `Authentication failed against database server at \`${host}\`, the provided database credentials for \`${user}\` are not valid.\n\n` +
        `Please make sure to provide valid database credentials for the database server at \`${host}\`.`,
    ],
    [error.code === "28000", "P1010", `User \`${user}\` was denied access on the database \`${database}\`: ${text}`],
    [error.code === "3D000", "P1003", `Database \`${database}\` does not exist on the server at ${server}.`],
    [error.code === "42P04", "P1009", `Database \`${database}\` already exists on the server at ${server}.`],
    [error.code === "53300", "P2037", `Too many database connections opened: ${text}`],
    [
      UNREACHABLE.test(error.code) || /timeout|terminated unexpectedly/i.test(text),
      "P1001",
      `Can't reach database server at ${server}\n\nPlease make sure your database server is running at ${server}. (${text})`,
    ],
    [/SSL|TLS|certificate/i.test(text), "P1011", `Error opening a TLS connection: ${text}`],
    [true, "", text],
  ];
  const [, code, message] = translations.find(([applies]) => applies);
  return new UserFacingError(code, message);
}
