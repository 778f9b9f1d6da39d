/** A failure whose message tells the person at the terminal all there is to know; a stack trace would only hide it. */
export class UserFacingError extends Error {}

/** The message of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node's and PostgreSQL's errors carry (`ECONNREFUSED`, `28P01`), if there is one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Tells what ended the program: a known failure in its sentence, anything else with all that is known about it. */
export function reportFailure(error: unknown): void {
  // Node's own refusals name the operation and the file: "EACCES: permission denied, open '…'".
  const isFileError = error instanceof Error && "syscall" in error && "path" in error;
  console.error(error instanceof UserFacingError || isFileError ? error.message : error);
}
