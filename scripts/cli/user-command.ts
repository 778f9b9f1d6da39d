import { userInfo } from "node:os";
import {
  accountOfAddress,
  changeAccount,
  createReadyAccount,
  deleteAccount,
  setPassword,
} from "@/lib/features/accounts/server/administration";
import type { Database } from "@/lib/store/database/client";
import { commandContext, type Context } from "@/lib/store/database/transaction";
import { type ErrorCode, isAppError } from "@/lib/base/errors/errors";
import { securityLine, type SecurityEvent } from "@/lib/base/observability/security-log";
import type { UserCommand } from "./user-arguments";
import { UserFacingError } from "../process/user-facing-error";
import { maxOf } from "@/lib/model/pure/long-lists";

/** Function that reads a new password from the terminal or from standard input. */
type ReadPassword = () => Promise<string>;

/**
 * Runs a command of `npm run user` and writes to the security log.
 * @param readPassword called if the command needs a new password
 * @returns the message for the command line
 * @throws UserFacingError if the app refuses the command
 */
export async function runUserCommand(
  client: Database,
  command: Exclude<UserCommand, { command: "help" }>,
  readPassword: ReadPassword,
): Promise<string> {
  const context = commandContext(client);
  if (command.command === "list") return listUsers(client);
  const { email } = command;
  try {
    if (command.command === "create") {
      const { name, role } = command;
      const created = await createReadyAccount(context, { email, name, role, password: await readPassword() });
      logAccount("create", created.id);
      return `Created: ${email} (${name}, ${created.role}) may log in now.`;
    }
    const { id } = await accountOfAddress(context, email);
    const message = await done[command.command](context, id, command, readPassword);
    logAccount(command.command, id);
    return message;
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new UserFacingError(refusals[error.code]?.(email) ?? error.code);
  }
}

type Change = Extract<UserCommand, { email: string }>;

/**
 * Executes a command that changes an account, and returns its success message; keyed by command.
 */
const done: Record<
  Exclude<Change["command"], "create">,
  (context: Context<Database>, id: number, command: Change, readPassword: ReadPassword) => Promise<string>
> = {
  async "set-password"(context, id, { email }, readPassword) {
    await setPassword(context, id, await readPassword());
    return `The password of ${email} is set; all sessions of the account have ended.`;
  },
  async "set-role"(context, id, { email, role }) {
    await changeAccount(context, id, { role });
    return `Role: ${email} is ${role} now.`;
  },
  async "remove-second-factor"(context, id, { email }) {
    const { second_factor } = await changeAccount(context, id, { second_factor: false });
    return second_factor === false
      ? `Removed: the password alone opens ${email} again.`
      : `${email} has no second factor.`;
  },
  async disable(context, id, { email }) {
    await changeAccount(context, id, { disabled: true });
    return `Disabled: ${email} can no longer log in; all sessions of the account have ended.`;
  },
  async enable(context, id, { email }) {
    await changeAccount(context, id, { disabled: false });
    return `Enabled: ${email} may log in again.`;
  },
  async delete(context, id, { email }) {
    await deleteAccount(context, id);
    return `Deleted: ${email}; all sessions of the account have ended.`;
  },
};

/** Messages for commands that the app refuses, keyed by error code. */
const refusals: Partial<Record<ErrorCode, (email: string) => string>> = {
  data_not_found: (email) => `There is no account for ${email}.`,
  validation_failed: (email) => `There is an account for ${email} already.`,
  last_admin: (email) => `${email} is the last admin who can log in: make another one first.`,
};

const EVENTS: Record<Change["command"], SecurityEvent> = {
  create: "account_created",
  "set-password": "account_password_set",
  "set-role": "role_set",
  "remove-second-factor": "second_factor_off",
  disable: "account_disabled",
  enable: "account_enabled",
  delete: "account_deleted",
};

/**
 * Writes a line in the format of the security log to standard error, which can be redirected to
 * that log.
 */
const logAccount = (command: Change["command"], user_id: number) =>
  console.error(securityLine(EVENTS[command], { user_id, by: userInfo().username, reason: "command" }));

async function listUsers(client: Database): Promise<string> {
  const users = await client.user.findMany({ orderBy: { email: "asc" } });
  if (users.length === 0) return "There are no accounts yet.";
  const state = (user: (typeof users)[number]) =>
    user.disabled_at ? "disabled" : user.email_verified_at ? "active" : user.password_hash ? "unconfirmed" : "invited";
  const day = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? "never";
  const rows = users.map((user) => [
    ...[user.email, user.name, user.role, state(user)],
    ...[day(user.created_at), day(user.last_seen_at)],
  ]);
  const table = [["E-mail", "Name", "Role", "State", "Created", "Last seen"], ...rows];
  const widths =
    table[0]?.map((_, column) =>
      maxOf(
        table.map((row) => row.at(column)?.length ?? 0),
        0,
      ),
    ) ?? [];
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths.at(column) ?? 0)).join("  ");
  return table.map((row) => line(row).trimEnd()).join("\n");
}
