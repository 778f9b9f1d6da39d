import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { verifyPassword } from "@/lib/sessions/password";
import { parseUserCommand } from "@/scripts/cli/user-arguments";
import { runUserCommand } from "@/scripts/cli/user-command";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { createUser } from "../../support/factories";

const ROOT = path.join(import.meta.dirname, "../../..");

type LoggedEvent = { log: string; event: string; user_id: number; by: string; reason: string };
/** The security events that the last command wrote to standard error. */
let loggedEvents: LoggedEvent[] = [];
const isEventLine = (line: string) => line.startsWith("{");

/** Runs `npm run user -- …` in a child process with piped input. */
async function runInChildProcess(args: string[], input: string): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/user.ts", ...args], { cwd: ROOT });
  const code = new Promise<number>((resolve) => child.once("close", (value) => resolve(value ?? -1)));
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = err.split(/(?<=\n)/);
  loggedEvents = lines.filter(isEventLine).map((line) => JSON.parse(line) as LoggedEvent);
  return { code: await code, out, err: lines.filter((line) => !isEventLine(line)).join("") };
}

/** Runs the user command in this process, because starting a child process takes seconds. */
async function runInThisProcess(args: string[], password = ""): Promise<{ code: number; out: string; err: string }> {
  const command = parseUserCommand(args);
  if (command.command === "help") throw new Error("help asks no database");
  try {
    return { code: 0, out: `${await runUserCommand(db(), command, () => Promise.resolve(password))}\n`, err: "" };
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error;
    return { code: 1, out: "", err: `${error.message}\n` };
  }
}

const EMAIL = "erste@example.org";
const CREATE = ["create", "--email", "Erste@Example.org", "--name", "Erste Person"];
/** Creates the account directly, without the user command. */
const createAccount = () => createUser(db(), { email: EMAIL, name: "Erste Person", password: "geheim 26" });
const findAccount = () => db().user.findUnique({ where: { email: EMAIL }, include: { sessions: true } });
const createSession = async (userId: number) =>
  db().session.create({
    data: { user_id: userId, token_hash: "a".repeat(64), expires_at: new Date(Date.now() + 60_000) },
  });

beforeEach(async () => void (await db().user.deleteMany()));

it("creates a confirmed account with a lower-case address and the piped password", async () => {
  expect(await runInChildProcess(CREATE, "geheim 26\n")).toEqual({
    code: 0,
    out: `Created: ${EMAIL} (Erste Person, admin) may log in now.\n`,
    err: "",
  });
  const created = await findAccount();
  const by = userInfo().username;
  expect(loggedEvents).toMatchObject([
    { log: "security", event: "account_created", user_id: created?.id, by, reason: "command" },
  ]);
  expect(JSON.stringify(loggedEvents)).not.toContain("geheim 26");
  // The first account that the command creates becomes an admin.
  expect(created).toMatchObject({ email: EMAIL, name: "Erste Person", role: "admin" });
  expect(created?.email_verified_at).toBeInstanceOf(Date);
  expect(await verifyPassword("geheim 26", created?.password_hash ?? null)).toBe(true);
});

it("refuses a second account with the same address and keeps the first", async () => {
  await createAccount();
  const first = await findAccount();
  expect(await runInChildProcess(CREATE, "anderes\n")).toEqual({
    code: 1,
    out: "",
    err: `There is an account for ${EMAIL} already.\n`,
  });
  expect(await findAccount()).toEqual(first);
});

it("replaces an unconfirmed registration", async () => {
  await db().user.create({ data: { email: EMAIL, name: "Fremd", password_hash: "x".repeat(60) } });
  expect(await runInThisProcess(CREATE, "geheim 26")).toMatchObject({ code: 0 });
  expect(await findAccount()).toMatchObject({ name: "Erste Person" });
});

it("refuses a short password without writing anything", async () => {
  const { code, err } = await runInChildProcess(CREATE, "kurz\n");
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^A password has at least 6/) });
  expect(await findAccount()).toBeNull();
});

it("sets a password and ends the account's sessions", async () => {
  await createSession((await createAccount()).id);
  expect(await runInThisProcess(["set-password", "--email", EMAIL], "neues Wort")).toMatchObject({ code: 0, err: "" });
  const changed = await findAccount();
  expect(changed?.sessions).toEqual([]);
  expect(await verifyPassword("neues Wort", changed?.password_hash ?? null)).toBe(true);
});

it("lists the accounts", async () => {
  expect((await runInThisProcess(["list"])).out).toBe("There are no accounts yet.\n");
  await createAccount();
  expect((await runInThisProcess(["list"])).out).toMatch(
    /^E-mail +Name +Role +State +Created +Last seen\nerste@example\.org +Erste Person +editor +active +/,
  );
});

it("disables an account, ending its sessions and mailed links, and enables it again", async () => {
  const { id } = await createAccount();
  await createSession(id);
  const link = { user_id: id, purpose: "reset_password" as const, token_hash: "b".repeat(64) };
  await db().token.create({ data: { ...link, expires_at: new Date(Date.now() + 60_000) } });
  expect(await runInThisProcess(["disable", "--email", EMAIL])).toMatchObject({ code: 0, err: "" });
  expect(await findAccount()).toMatchObject({ disabled_at: expect.any(Date), sessions: [] });
  expect(await db().token.count()).toBe(0);
  expect((await runInThisProcess(["list"])).out).toContain(" disabled ");
  expect(await runInThisProcess(["enable", "--email", EMAIL])).toMatchObject({ code: 0, err: "" });
  expect(await findAccount()).toMatchObject({ disabled_at: null });
});

it("deletes an account with its sessions", async () => {
  await createSession((await createAccount()).id);
  expect(await runInThisProcess(["delete", "--email", EMAIL])).toMatchObject({ code: 0, err: "" });
  expect(await db().user.count()).toBe(0);
  expect(await db().session.count()).toBe(0);
});

it("sets a role, but does not demote the last admin", async () => {
  await createAccount();
  expect(await runInThisProcess(["set-role", "--email", EMAIL, "--role", "admin"])).toEqual({
    code: 0,
    out: `Role: ${EMAIL} is admin now.\n`,
    err: "",
  });
  const failure = {
    code: 1,
    out: "",
    err: `${EMAIL} is the last admin who can log in: make another one first.\n`,
  };
  expect(await runInThisProcess(["set-role", "--email", EMAIL, "--role", "reader"])).toEqual(failure);
  expect(await findAccount()).toMatchObject({ role: "admin" });
});

it("reports an unknown account", async () => {
  const failure = { code: 1, out: "", err: "There is no account for niemand@example.org.\n" };
  expect(await runInThisProcess(["delete", "--email", "niemand@example.org"])).toEqual(failure);
});
