import "./check-node";
import { createClient, type Database } from "../lib/server/db";
import { userInfo } from "node:os";
import {
  accountOfAddress,
  changeAccount,
  createReadyAccount,
  deleteAccount,
  setPassword,
} from "../lib/server/accounts/administration";
import { commandContext, type Context } from "../lib/server/context";
import { AppError, type ErrorCode } from "../lib/server/errors";
import { securityLine, type SecurityEvent } from "../lib/server/security-log";
import { runningEmbeddedUrl } from "./embedded-database";
import { checkDatabase } from "./prepare-database";
import { readPassword } from "./read-password";
import { codeOf, reportFailure, UserFacingError } from "./user-facing-error";
import { loadEnvFile, readSettings } from "./settings";
import { parseUserCommand, USAGE, UsageError, type UserCommand } from "./user-arguments";

const NO_SUCH_TABLE = "P2021";

/** `npm run user`: the accounts. Exits 0 when done, 1 when the database refuses, 2 when the command line is wrong. */
async function main(): Promise<void> {
  const command = parseUserCommand(process.argv.slice(2));
  if (command.command === "help") return console.log(USAGE);
  loadEnvFile();
  const client = createClient(await databaseUrl(), 1);
  try {
    await run(client, command);
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_TABLE) throw error;
    throw new UserFacingError('The database has no tables yet: run "npx prisma migrate deploy" or "npm start" first.');
  } finally {
    await client.$disconnect();
  }
}

async function databaseUrl(): Promise<string> {
  const { databaseUrl: given } = readSettings({ DATABASE_URL: process.env.DATABASE_URL }, "development");
  if (given !== undefined) {
    await checkDatabase(given);
    return given;
  }
  const url = await runningEmbeddedUrl();
  if (url === undefined) {
    throw new UserFacingError('No database: set DATABASE_URL, or start the embedded one with "npm start".');
  }
  return url;
}

async function run(client: Database, command: UserCommand): Promise<void> {
  if (command.command === "help") return;
  const context = commandContext(client);
  if (command.command === "list") return listUsers(client);
  const { email } = command;
  try {
    if (command.command === "create") {
      const { name, role } = command;
      const created = await createReadyAccount(context, { email, name, role, password: await readPassword() });
      logAccount("create", created.id);
      return console.log(`Created: ${email} (${name}, ${created.role}) may log in now.`);
    }
    const { id } = await accountOfAddress(context, email);
    const told = await done[command.command](context, id, command);
    logAccount(command.command, id);
    console.log(told);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UserFacingError(refusals[error.code]?.(email) ?? error.code);
  }
}

type Change = Extract<UserCommand, { email: string }>;

/** The changes of an account, each with what it says when it is done. */
const done: Record<
  Exclude<Change["command"], "create">,
  (context: Context, id: number, command: Change) => Promise<string>
> = {
  async "set-password"(context, id, { email }) {
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

/** What the command line says of a refusal. */
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

/** Says it in the security log's words on standard error, which whoever keeps that log can lead there. */
const logAccount = (command: Change["command"], user_id: number) =>
  console.error(securityLine(EVENTS[command], { user_id, by: userInfo().username, reason: "command" }));

async function listUsers(client: Database): Promise<void> {
  const users = await client.user.findMany({ orderBy: { email: "asc" } });
  if (users.length === 0) return console.log("There are no accounts yet.");
  const state = (user: (typeof users)[number]) =>
    user.disabled_at ? "disabled" : user.email_verified_at ? "active" : user.password_hash ? "unconfirmed" : "invited";
  const day = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? "never";
  const rows = users.map((user) => [
    ...[user.email, user.name, user.role, state(user)],
    ...[day(user.created_at), day(user.last_seen_at)],
  ]);
  const table = [["E-mail", "Name", "Role", "State", "Created", "Last seen"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

await main().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message} See: npm run user -- help`);
  else reportFailure(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
