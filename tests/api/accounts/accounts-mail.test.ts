import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sendAccountMail } from "@/lib/features/accounts/server/account-mail";
import { db } from "@/lib/store/database/client";
import { parseEnv } from "@/lib/base/config/env";
import { createUser } from "../../support/factories";
import { call } from "../../support/api";
import { configure } from "../../support/configure";
import { startMailServer } from "../../support/servers/smtp";

const requestReset = (email: string) => call("POST", "/api/password/create", { body: { email } });

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-mails-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("mails without a mail server", () => {
  it("without a mail server, mails are written to an owner-only folder, and the path is logged", async () => {
    const MAIL_DIR = path.join(temporaryFolder(), "a", "b");
    configure({ SMTP_URL: undefined, MAIL_DIR });
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { id, email } = await createUser(db(), { name: "Zoë Müller" });
    expect((await requestReset(email)).status).toBe(200);

    const [name = ""] = readdirSync(MAIL_DIR);
    const file = path.join(MAIL_DIR, name);
    expect(name).toMatch(/^[\dTZ.-]+-reset_password-[0-9a-f]{6}\.txt$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines).toContain(`To: ${email}`);
    expect(lines).toContain("Subject: Passwort zurücksetzen");
    expect(lines).toContain("Guten Tag Zoë Müller,");
    const link = lines.find((line) => line.startsWith("http://localhost:3000/password-reset/"));
    const token = link?.split("/").at(-1) ?? "";
    expect((await call("GET", `/api/password/find/${token}`)).status).toBe(200);
    expect(await db().token.count({ where: { user_id: id } })).toBe(1);
    const loggedText = log.mock.calls.flat().join("\n");
    expect(loggedText).toContain(file);
    expect(loggedText).not.toContain(token);
  });

  it("a reset request returns 503 and logs the missing setting without mail server and mail folder", async () => {
    configure({ SMTP_URL: undefined, MAIL_DIR: undefined });
    const log = vi.spyOn(console, "error").mockReturnValue();
    const { id, email } = await createUser(db());
    expect(await requestReset(email)).toMatchObject({ status: 503, json: { message: "error_api" } });
    expect(log.mock.calls.flat().join("\n")).toContain("SMTP_URL");
    expect(await db().token.count({ where: { user_id: id } })).toBe(0);
  });

  it("MAIL_DIR defaults to a folder except in production", () => {
    const APP_URL = "http://koop.ph.example";
    const settings = { DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "0123456789abcdef".repeat(2), APP_URL };
    expect(parseEnv({ ...settings, NODE_ENV: "development" }).MAIL_DIR).toBe(".data/mails");
    expect(parseEnv({ ...settings, NODE_ENV: "production" }).MAIL_DIR).toBeUndefined();
    expect(parseEnv({ ...settings, NODE_ENV: "production", MAIL_DIR: "/var/mails" }).MAIL_DIR).toBe("/var/mails");
  });
});

describe("mails", () => {
  it("a mail is sent from MAIL_FROM or no-reply at the app's host, and is marked as auto-generated", async () => {
    const smtp = await startMailServer();
    onTestFinished(() => smtp.close());
    configure({ SMTP_URL: smtp.url, MAIL_FROM: "Kooperationen <kooperation@ph.example>" });
    const { email } = await createUser(db());
    await requestReset(email);
    expect(smtp.mails).toMatchObject([
      {
        from: "kooperation@ph.example",
        recipients: [email],
        headers: { from: "Kooperationen <kooperation@ph.example>", "auto-submitted": "auto-generated" },
      },
    ]);

    const { MAIL_FROM } = parseEnv({ DATABASE_URL: "postgresql://localhost/x", APP_URL: "https://koop.ph.example/" });
    expect(MAIL_FROM).toBe('"Pädagogische Hochschule" <no-reply@koop.ph.example>');
  });

  // Defence in depth: the validation of forms already rejects such addresses.
  it.each([
    "a@ph.example, opfer@ph.example",
    "a@ph.example <opfer@ph.example>",
    "alle: a@ph.example, opfer@ph.example;",
    "a@ph.example\r\nBcc: opfer@ph.example",
  ])("a mail is not sent to further recipients injected by the address %j", async (to) => {
    const smtp = await startMailServer();
    onTestFinished(() => smtp.close());
    vi.spyOn(console, "error").mockReturnValue();
    configure({ SMTP_URL: smtp.url });
    await expect(sendAccountMail({ kind: "no_account", to, language: "de", path: "/login" })).rejects.toThrow(
      "error_api",
    );
    expect(smtp.mails).toEqual([]);
  });

  it("invalid settings of mails, registration and rate limits fail at startup", () => {
    const parseWith = (name: string, value: string) => () =>
      parseEnv({ DATABASE_URL: "postgresql://localhost/x", [name]: value });
    expect(parseWith("SMTP_URL", "https://mail.ph.example")).toThrow(/SMTP_URL must be an smtp:\/\//);
    expect(parseWith("MAIL_FROM", "nobody")).toThrow(/MAIL_FROM/);
    expect(parseWith("MAIL_FROM", "a@ph.example\nBcc: b@ph.example")).toThrow(/MAIL_FROM/);
    expect(parseWith("REGISTRATION_DOMAINS", "ph.example;other")).toThrow(/REGISTRATION_DOMAINS/);
    expect(parseWith("CLIENT_ADDRESS_HEADER", "x forwarded")).toThrow(/CLIENT_ADDRESS_HEADER/);
    expect(parseWith("RATE_LIMIT_FACTOR", "0")).toThrow(/RATE_LIMIT_FACTOR/);
  });
});
