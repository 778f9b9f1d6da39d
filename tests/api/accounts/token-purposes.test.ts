import { createHmac } from "node:crypto";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn } from "../../support/api";

/*
 * The keyed hash of a secret includes its purpose (docs/security.md), so that a secret is valid for
 * one purpose only.
 */

const inAnHour = () => new Date(Date.now() + 60 * 60_000);

/** Computes the hash that earlier versions stored, which did not include the purpose. */
const legacyHash = (token: string) => createHmac("sha256", env().AUTH_SECRET).update(token).digest("hex");
const legacyToken = (letter: string) => letter.repeat(43);

/** Returns the secret in the URL of a new account's calendar feed. */
async function feedSecret() {
  const client = await loggedIn();
  const { url } = (await client.get<{ url: string }>("/api/user/calendar")).json;
  return path.basename(url, ".ics");
}

describe("secrets of another purpose", () => {
  it("a secret of another purpose is not accepted as a session, even when its hash is stored as one", async () => {
    const secret = await feedSecret();
    const feed = await db().calendarFeed.findFirstOrThrow({ orderBy: { created_at: "desc" } });
    await db().session.create({
      data: { user_id: feed.user_id, token_hash: feed.secret_hash, expires_at: inAnHour() },
    });
    expect((await call("GET", "/api/user", { token: secret })).status).toBe(401);
  });

  it("a secret of another purpose resets no password, even when its hash is stored as a reset link", async () => {
    const secret = await feedSecret();
    const feed = await db().calendarFeed.findFirstOrThrow({ orderBy: { created_at: "desc" } });
    await db().token.create({
      data: {
        user_id: feed.user_id,
        purpose: "reset_password",
        token_hash: feed.secret_hash,
        expires_at: inAnHour(),
      },
    });
    expect((await call("GET", `/api/password/find/${secret}`)).status).toBe(404);
  });

  it("a secret of another purpose is not accepted for a calendar feed, even when stored as its hash", async () => {
    const { token } = await loggedIn();
    const session = await db().session.findFirstOrThrow({ orderBy: { id: "desc" } });
    const { id: user_id } = await createUser(db());
    await db().calendarFeed.create({ data: { user_id, secret_hash: session.token_hash, sealed_secret: "" } });
    expect((await call("GET", `/api/calendar/${token}.ics`)).status).toBe(404);
  });
});

describe("legacy secrets, hashed without their purpose", () => {
  it("a legacy secret is still valid as a session", async () => {
    const { id: user_id } = await createUser(db());
    const token = legacyToken("s");
    await db().session.create({ data: { user_id, token_hash: legacyHash(token), expires_at: inAnHour() } });
    expect((await call("GET", "/api/user", { token })).json).toMatchObject({ id: user_id });
  });

  it("a legacy secret is still valid as a mailed link, once", async () => {
    const { id: user_id, email } = await createUser(db());
    const token = legacyToken("r");
    await db().token.create({
      data: { user_id, purpose: "reset_password", token_hash: legacyHash(token), expires_at: inAnHour() },
    });
    const body = { token, email, password: "ein neues Passwort", c_password: "ein neues Passwort" };
    expect((await call("POST", "/api/password/reset", { body })).status).toBe(200);
    expect((await call("POST", "/api/password/reset", { body })).status).toBe(404);
  });

  it("a legacy secret is still valid in a calendar feed's URL", async () => {
    const { id: user_id } = await createUser(db());
    const secret = legacyToken("f");
    await db().calendarFeed.create({ data: { user_id, secret_hash: legacyHash(secret), sealed_secret: "" } });
    expect((await call("GET", `/api/calendar/${secret}.ics`)).status).toBe(200);
  });

  it("a legacy secret is still valid as an API token", async () => {
    const { id: user_id } = await createUser(db());
    const token = `koopdb_${legacyToken("p")}`;
    await db().apiToken.create({
      data: { user_id, name: "Alt", scope: "read", token_hash: legacyHash(token), expires_at: inAnHour() },
    });
    expect((await call("GET", "/api/members", { token })).status).toBe(200);
  });

  it("a legacy secret is still valid as a recovery code and as a digest's unsubscribe link", async () => {
    const { id: user_id, email } = await createUser(db());
    const unsubscribe = `${user_id}.${legacyHash(`unsubscribe ${user_id}`)}`;
    expect((await call("POST", `/api/unsubscribe/${unsubscribe}`)).status).toBe(200);
    await db().user.update({ where: { id: user_id }, data: { factor_since: new Date(), factor_secret: "-" } });
    await db().recoveryCode.create({ data: { user_id, code_hash: legacyHash("recovery:abcdefghjk") } });
    const body = { email, password: TEST_PASSWORD, code: "ABCDE-FGHJK" };
    expect((await call("POST", "/api/auth/login", { body })).json).toMatchObject({ message: "login_success" });
  });
});
