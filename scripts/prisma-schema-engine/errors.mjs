const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ECONNRESET",
  "ENOENT",
  "EACCES",
  "EPIPE",
]);

/** An error with one of Prisma's documented codes, which the command line shows as it is. */
export class UserFacingError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Translates what `pg` says when a connection fails into Prisma's code for it. */
export function connectionError(error, target) {
  if (error instanceof UserFacingError) return error;
  const server = `${target.host}:${target.port}`;
  switch (error.code) {
    case "28P01":
      return authenticationFailed(target);
    case "28000":
      return new UserFacingError(
        "P1010",
        `User \`${target.user}\` was denied access on the database \`${target.database}\`: ${error.message}`,
      );
    case "3D000":
      return new UserFacingError(
        "P1003",
        `Database \`${target.database}\` does not exist on the server at \`${server}\`.`,
      );
    case "42P04":
      return new UserFacingError(
        "P1009",
        `Database \`${target.database}\` already exists on the server at \`${server}\`.`,
      );
    case "53300":
      return new UserFacingError("P2037", `Too many database connections opened: ${error.message}`);
  }
  // With several addresses for one name Node reports an AggregateError, whose own message is empty.
  const message = error.message || error.errors?.map((inner) => inner.message).join("; ") || String(error);
  if (UNREACHABLE.has(error.code) || error.code === "57P03" || /timeout|terminated unexpectedly/i.test(message)) {
    return new UserFacingError(
      "P1001",
      `Can't reach database server at \`${server}\`\n\n` +
        `Please make sure your database server is running at \`${server}\`. (${message})`,
    );
  }
  if (/^SASL|password must be a string/.test(message)) return authenticationFailed(target);
  if (/SSL|TLS|certificate/i.test(message)) {
    return new UserFacingError("P1011", `Error opening a TLS connection: ${message}`);
  }
  return new UserFacingError("", message);
}

function authenticationFailed(target) {
  return new UserFacingError(
    "P1000",
    `Authentication failed against database server at \`${target.host}\`, ` +
      `the provided database credentials for \`${target.user}\` are not valid.\n\n` +
      `Please make sure to provide valid database credentials for the database server at \`${target.host}\`.`,
  );
}
