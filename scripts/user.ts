import "./check-node";
import { createClient, type Database } from "../lib/server/db";
import { hashPassword } from "../lib/server/password";
import { runningEmbeddedUrl } from "./embedded-database";
import { checkDatabase } from "./prepare-database";
import { readPassword } from "./read-password";
import { codeOf, reportFailure, UserFacingError } from "./user-facing-error";
import { loadEnvFile, readSettings } from "./settings";
import { parseUserCommand, USAGE, UsageError, type UserCommand } from "./user-arguments";

const UNIQUE_VIOLATION = "P2002";
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
  switch (command.command) {
    case "create":
      return createUser(client, command.email, command.name);
    case "set-password":
      return setPassword(client, command.email);
    case "disable":
      return disableUser(client, command.email);
    case "enable":
      return enableUser(client, command.email);
    case "delete":
      return deleteUser(client, command.email);
    case "list":
      return listUsers(client);
  }
}

async function createUser(client: Database, email: string, name: string): Promise<void> {
  const exists = new UserFacingError(`There is an account for ${email} already.`);
  const existing = await client.user.findUnique({ where: { email } });
  if (existing?.email_verified_at) throw exists;
  const account = { name, password_hash: await hashPassword(await readPassword()), email_verified_at: new Date() };
  await client
    .$transaction(async (transaction) => {
      // A registration that nobody confirmed does not keep an administrator from making the account.
      await transaction.user.deleteMany({ where: { email, email_verified_at: null } });
      await transaction.user.create({ data: { email, ...account } });
    })
    .catch((error: unknown) => {
      throw codeOf(error) === UNIQUE_VIOLATION ? exists : error;
    });
  console.log(`Created: ${email} (${name}) may log in now.`);
}

async function setPassword(client: Database, email: string): Promise<void> {
  const user = await findUser(client, email);
  const password_hash = await hashPassword(await readPassword());
  await client.$transaction([
    client.user.update({ where: { id: user.id }, data: { password_hash } }),
    client.session.deleteMany({ where: { user_id: user.id } }),
    client.token.deleteMany({ where: { user_id: user.id, purpose: "reset_password" } }),
  ]);
  console.log(`The password of ${email} is set; all sessions of the account have ended.`);
}

async function disableUser(client: Database, email: string): Promise<void> {
  const user = await findUser(client, email);
  await client.$transaction([
    client.user.update({ where: { id: user.id }, data: { disabled_at: new Date() } }),
    client.session.deleteMany({ where: { user_id: user.id } }),
    client.token.deleteMany({ where: { user_id: user.id } }),
  ]);
  console.log(`Disabled: ${email} can no longer log in; all sessions of the account have ended.`);
}

async function enableUser(client: Database, email: string): Promise<void> {
  const user = await findUser(client, email);
  await client.user.update({ where: { id: user.id }, data: { disabled_at: null } });
  console.log(`Enabled: ${email} may log in again.`);
}

async function deleteUser(client: Database, email: string): Promise<void> {
  const user = await findUser(client, email);
  await client.user.deleteMany({ where: { id: user.id } });
  console.log(`Deleted: ${email}; all sessions of the account have ended.`);
}

async function findUser(client: Database, email: string): Promise<{ id: number }> {
  const user = await client.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw new UserFacingError(`There is no account for ${email}.`);
  return user;
}

async function listUsers(client: Database): Promise<void> {
  const users = await client.user.findMany({ orderBy: { email: "asc" } });
  if (users.length === 0) return console.log("There are no accounts yet.");
  const state = (user: (typeof users)[number]) =>
    user.disabled_at ? "disabled" : user.email_verified_at ? "active" : "unconfirmed";
  const rows = users.map((user) => [user.email, user.name, state(user), user.created_at.toISOString().slice(0, 10)]);
  const table = [["E-mail", "Name", "State", "Created"], ...rows];
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
