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

const forgot = (email: string) => call("POST", "/api/password/create", { body: { email } });

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-mails-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("without a mail server", () => {
  it("writes mails to a folder that only its owner can read, and logs the path", async () => {
    const MAIL_DIR = path.join(temporaryFolder(), "a", "b");
    configure({ SMTP_URL: undefined, MAIL_DIR });
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { id, email } = await createUser(db(), { name: "Zoë Müller" });
    expect((await forgot(email)).status).toBe(200);

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
    const logged = log.mock.calls.flat().join("\n");
    expect(logged).toContain(file);
    expect(logged).not.toContain(token);
  });

  it("returns 503 and logs the missing setting when there is no mail folder either", async () => {
    configure({ SMTP_URL: undefined, MAIL_DIR: undefined });
    const log = vi.spyOn(console, "error").mockReturnValue();
    const { id, email } = await createUser(db());
    expect(await forgot(email)).toMatchObject({ status: 503, json: { message: "error_api" } });
    expect(log.mock.calls.flat().join("\n")).toContain("SMTP_URL");
    expect(await db().token.count({ where: { user_id: id } })).toBe(0);
  });

  it("defaults to a mail folder except in production", () => {
    const APP_URL = "http://koop.ph.example";
    const given = { DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "0123456789abcdef".repeat(2), APP_URL };
    expect(parseEnv({ ...given, NODE_ENV: "development" }).MAIL_DIR).toBe(".data/mails");
    expect(parseEnv({ ...given, NODE_ENV: "production" }).MAIL_DIR).toBeUndefined();
    expect(parseEnv({ ...given, NODE_ENV: "production", MAIL_DIR: "/var/mails" }).MAIL_DIR).toBe("/var/mails");
  });
});

describe("a mail", () => {
  it("is sent from MAIL_FROM or no-reply at the app's host, and is marked as auto-generated", async () => {
    const smtp = await startMailServer();
    onTestFinished(() => smtp.close());
    configure({ SMTP_URL: smtp.url, MAIL_FROM: "Kooperationen <kooperation@ph.example>" });
    const { email } = await createUser(db());
    await forgot(email);
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
  ])("is not sent to further recipients injected by the address %j", async (to) => {
    const smtp = await startMailServer();
    onTestFinished(() => smtp.close());
    vi.spyOn(console, "error").mockReturnValue();
    configure({ SMTP_URL: smtp.url });
    await expect(sendAccountMail({ kind: "no_account", to, language: "de", path: "/login" })).rejects.toThrow(
      "error_api",
    );
    expect(smtp.mails).toEqual([]);
  });

  it("is prevented by invalid settings, which fail at startup", () => {
    const wrong = (name: string, value: string) => () =>
      parseEnv({ DATABASE_URL: "postgresql://localhost/x", [name]: value });
    expect(wrong("SMTP_URL", "https://mail.ph.example")).toThrow(/SMTP_URL must be an smtp:\/\//);
    expect(wrong("MAIL_FROM", "nobody")).toThrow(/MAIL_FROM/);
    expect(wrong("MAIL_FROM", "a@ph.example\nBcc: b@ph.example")).toThrow(/MAIL_FROM/);
    expect(wrong("REGISTRATION_DOMAINS", "ph.example;other")).toThrow(/REGISTRATION_DOMAINS/);
    expect(wrong("CLIENT_ADDRESS_HEADER", "x forwarded")).toThrow(/CLIENT_ADDRESS_HEADER/);
    expect(wrong("RATE_LIMIT_FACTOR", "0")).toThrow(/RATE_LIMIT_FACTOR/);
  });
});
