/** An error whose message is sufficient for the user at the terminal, without a stack trace. */
export class UserFacingError extends Error {}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a Node or PostgreSQL error (`ECONNREFUSED`, `28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Logs the error that ended the program: only the message of a known one, everything of any other.
 */
export function reportFailure(error: unknown): void {
  // Node's file errors name the operation and the file: "EACCES: permission denied, open '…'".
  const isFileError = error instanceof Error && "syscall" in error && "path" in error;
  console.error(error instanceof UserFacingError || isFileError ? error.message : error);
}
