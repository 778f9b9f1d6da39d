import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureUser } from "@/prisma/seed-data";
import { db } from "@/lib/store/database/client";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { parseUserCommand } from "@/scripts/cli/user-arguments";
import { runUserCommand } from "@/scripts/cli/user-command";
import { loggedIn, type Client } from "../../support/api";
import type { Page } from "../../support/records/history";
import { newAddress, PASSWORD, register, verify } from "../../support/records/registration";
import { startMailServer } from "../../support/servers/smtp";

/*
 * Contract §8: the history contains every change of an account, including its creation, regardless
 * of how the account was created. It never contains secrets such as password hashes.
 */

const smtp = await startMailServer();
afterAll(() => smtp.close());
Object.assign(process.env, { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: "100", REGISTRATION_DOMAINS: "ph.example" });

const ADMIN_NAME = "Ada Admin";
let admin: Client;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin", name: ADMIN_NAME });
});

const accountOf = (email: string) => db().user.findUniqueOrThrow({ where: { email } });

/** Returns the changes of an account that the history shows to an admin, oldest first. */
async function changesOf(email: string) {
  const { id } = await accountOf(email);
  return changesOfId(id);
}

async function changesOfId(id: number) {
  const { json } = await admin.get<Page>(`/api/history?kind=users&id=${id}`);
  return json.data.toReversed();
}

const createdFields = (email: string, values: Record<string, unknown>) =>
  ["email", "name", "role", "language", "email_verified_at", "disabled_at"].map((name) => ({
    name,
    old: null,
    new: { email, language: "de", email_verified_at: null, disabled_at: null, ...values }[name],
  }));

describe("new accounts in the history", () => {
  it("the history records an invited account with the inviting admin", async () => {
    const email = newAddress();
    const body = { email, name: "Nele Neu", role: "reader", language: "en" };
    expect((await admin.post("/api/users/new", body)).status).toBe(201);
    expect(await changesOf(email)).toMatchObject([
      {
        action: "create",
        source: "app",
        user: { name: ADMIN_NAME },
        label: "Nele Neu",
        fields: createdFields(email, { name: "Nele Neu", role: "reader", language: "en" }),
        revertible: false,
      },
    ]);
  });

  it("the history records a registered account before its address is confirmed", async () => {
    const email = newAddress();
    expect((await register(email)).status).toBe(201);
    expect(await changesOf(email)).toMatchObject([
      {
        action: "create",
        source: "app",
        user: null,
        fields: createdFields(email, { name: "Zoë Müller", role: "editor" }),
      },
    ]);
  });

  it("the history records an account that the command line creates", async () => {
    const email = newAddress();
    const command = parseUserCommand(["create", "--email", email, "--name", "Karl Kommando"]);
    if (command.command === "help") throw new Error("Not a command that creates an account");
    await runUserCommand(db(), command, () => Promise.resolve(PASSWORD));
    expect(await changesOf(email)).toMatchObject([
      { action: "create", source: "command", user: null, label: "Karl Kommando" },
    ]);
  });

  it("the history records an account that the seed creates", async () => {
    const email = newAddress();
    await ensureUser(db(), { email, name: "Demo", password: PASSWORD, role: "admin" });
    expect(await changesOf(email)).toMatchObject([{ action: "create", source: "command", user: null }]);
  });

  it("the history records a new account without secrets", async () => {
    const email = newAddress();
    await register(email);
    const { id, password_hash } = await accountOf(email);
    const stored = JSON.stringify(await db().change.findMany({ where: { kind: "users", id } }));
    expect(stored).toContain(email);
    expect(stored).not.toMatch(/password|token|secret|\$2[aby]\$/);
    expect(stored).not.toContain(password_hash);
    expect(stored).not.toContain(smtp.tokenFor(email));
  });
});

describe("unconfirmed accounts in the history", () => {
  it("the history records the new name when an unconfirmed account registers again", async () => {
    const email = newAddress();
    await register(email);
    await register(email, { name: "Zoë Meier" });
    expect((await changesOf(email)).map(({ action, source, fields }) => [action, source, fields])).toEqual([
      ["create", "app", expect.anything()],
      ["update", "app", [{ name: "name", old: "Zoë Müller", new: "Zoë Meier" }]],
    ]);
  });

  it("the history records the confirmation of an account as an update", async () => {
    const email = newAddress();
    await register(email);
    await verify(smtp.tokenFor(email));
    const [, confirmed] = await changesOf(email);
    expect(confirmed).toMatchObject({ action: "update", source: "app", fields: [{ name: "email_verified_at" }] });
  });

  it("the history records an admin's change of an unconfirmed account", async () => {
    const email = newAddress();
    await admin.post("/api/users/new", { email, name: "Nele Neu", role: "reader", language: "de" });
    const { id } = await accountOf(email);
    await admin.put(`/api/users/${id}`, { role: "editor" });
    expect((await changesOfId(id)).at(-1)).toMatchObject({
      action: "update",
      user: { name: ADMIN_NAME },
      fields: [{ name: "role", old: "reader", new: "editor" }],
    });
  });

  it("the history records the deletion of an unconfirmed account by the nightly job", async () => {
    const email = newAddress();
    await register(email);
    const { id } = await accountOf(email);
    await db().user.update({ where: { id }, data: { created_at: new Date("2020-01-01") } });
    await deleteExpired();
    expect((await changesOfId(id)).map(({ action, source }) => [action, source])).toEqual([
      ["create", "app"],
      ["delete", "job"],
    ]);
  });
});
