import { parseArgs } from "node:util";
import { newPasswordError } from "@/lib/features/accounts/server/new-password";
import { ROLES, type Role } from "@/lib/model/accounts/roles";
import { accountSchema, password as passwordSchema } from "@/lib/features/accounts/account";
import { NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/model/limits";

export const USAGE = `Accounts of the cooperation database.

  npm run user -- create --email ADDRESS --name "First Last" [--role ROLE]
  npm run user -- list
  npm run user -- set-password --email ADDRESS
  npm run user -- set-role --email ADDRESS --role ROLE
  npm run user -- remove-second-factor --email ADDRESS
  npm run user -- disable --email ADDRESS
  npm run user -- enable --email ADDRESS
  npm run user -- delete --email ADDRESS

ROLE is ${ROLES.join(", ")}; without it editor, but the first account that is made so is an admin.
The password is asked for, or read from standard input: PASSWORD_MIN (${PASSWORD_MIN_LENGTH} by default)
characters to ${PASSWORD_MAX_BYTES} bytes, and none of the commonest.
The database is the one of DATABASE_URL, or else the running embedded one.`;

const COMMANDS = "create, list, set-password, set-role, remove-second-factor, disable, enable or delete";

export type UserCommand =
  | { command: "create"; email: string; name: string; role?: Role }
  | { command: "set-role"; email: string; role?: Role }
  | { command: "list" }
  | {
      command: "set-password" | "remove-second-factor" | "disable" | "enable" | "delete";
      email: string;
      role?: undefined;
    }
  | { command: "help" };

/** An invalid command line; the command exits with 2. */
export class UsageError extends Error {}

/**
 * Parses the command line of `npm run user`.
 * @throws UsageError with one sentence
 */
export function parseUserCommand(args: string[]): UserCommand {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.help || command === "help") return { command: "help" };
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one word too many: put names with blanks in quotes.`);
  switch (command) {
    case "list":
      return { command };
    case "create":
      return { command, email: emailOf(values.email), name: nameOf(values.name), role: roleOf(values.role) };
    case "set-role":
      if (values.role === undefined) throw new UsageError("--role is missing.");
      return { command, email: emailOf(values.email), role: roleOf(values.role) };
    case "set-password":
    case "remove-second-factor":
    case "disable":
    case "enable":
    case "delete":
      return { command, email: emailOf(values.email) };
    case undefined:
      throw new UsageError(`Say what to do: ${COMMANDS}.`);
    default:
      throw new UsageError(`"${command}" is no command: use ${COMMANDS}.`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: "string" },
        name: { type: "string" },
        role: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split(".")[0]}.` : String(error));
  }
}

/**
 * Returns the address in lower case, as accounts store it, so that addresses are compared
 * case-insensitively (contract §5).
 */
function emailOf(value: string | undefined): string {
  if (value === undefined) throw new UsageError("--email is missing.");
  const result = accountSchema.shape.email.safeParse(value);
  if (!result.success) throw new UsageError(`"${value}" is no valid e-mail address.`);
  return result.data.toLowerCase();
}

function nameOf(value: string | undefined): string {
  if (value === undefined) throw new UsageError("--name is missing.");
  const result = accountSchema.shape.name.safeParse(value);
  if (!result.success) throw new UsageError(`--name must have 1 to ${NAME_MAX_LENGTH} characters.`);
  return result.data;
}

function roleOf(value: string | undefined): Role | undefined {
  const role = ROLES.find((candidate) => candidate === value);
  if (value !== undefined && role === undefined) throw new UsageError(`--role must be one of ${ROLES.join(", ")}.`);
  return role;
}

/**
 * Checks a new password.
 * @param min minimum number of characters
 * @throws UsageError with one sentence
 */
export function checkPassword(value: string, min: number): string {
  const error = passwordSchema.safeParse(value).success ? newPasswordError(value, min) : "min";
  if (error === null) return value;
  throw new UsageError(
    error === "common"
      ? "This password is one of the commonest, which are tried first: choose another one."
      : `A password has at least ${min} characters and at most ${PASSWORD_MAX_BYTES} bytes.`,
  );
}
