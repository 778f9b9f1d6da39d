import { beforeEach, describe, expect, it } from "vitest";
import { projectLists } from "@/lib/model/kinds/project-lists";
import { db } from "@/lib/store/database/client";
import { deadlinesToReport } from "@/lib/features/deadlines/server/deadlines-to-report";
import { createMember, createProject, createUser } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import {
  instance,
  mailServer,
  MONDAY,
  morningOf,
  monday,
  nothingWaits,
  orderDigests,
  passPauses,
  reader,
  toTell,
} from "../../support/records/digests";

/*
 * Digest mails about deadlines (contract §11) are sent exactly once, only to subscribers, and only
 * on the days that these have chosen.
 */

beforeEach(nothingWaits);

/** Returns the result of the most recently completed mail job. */
async function resultOfMail() {
  const [job] = await db().$queryRaw<{ result: string }[]>`
    SELECT output->>'result' AS result FROM pgboss.job
    WHERE name = 'digest_mail' AND state = 'completed' ORDER BY completed_on DESC LIMIT 1`;
  return job?.result;
}

describe("digests", () => {
  it("are sent once when two instances run", async () => {
    const { mailsTo } = await mailServer();
    const { email } = await reader("daily");
    const [one, other] = [await instance(monday), await instance(monday)];
    await orderDigests();
    await orderDigests();
    await Promise.all([one.workOff(), other.workOff()]);
    await Promise.all([one.workOff(), other.workOff()]);
    expect(mailsTo(email)).toHaveLength(1);
    await orderDigests();
    await other.workOff();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it("list all projects that need attention, or the recipient's own", async () => {
    const { mailsTo } = await mailServer();
    const ended = { vertragsgrundlage: 1, projektbeginn: "1990-01-01", projektende: "1990-12-31", status: 2 };
    await createProject(db(), { ...ended, projekt_titel: "Längst vorbei" });
    await createProject(db(), { ...ended, projekt_titel: "Abgeschlossen", status: 3 });
    const [all, own] = [await reader("daily"), await reader("daily")];
    await db().user.update({ where: { id: own.id }, data: { digest_scope: "mine" } });
    const ph_id = await createMember(db(), { vorname: "Zoë", nachname: "Müller", email: own.email });
    const theirs = await createProject(db(), { ...ended, projekt_titel: "Ihres" });
    await db().$executeRaw`INSERT INTO member_projects (ph_id, projekt_id) VALUES (${ph_id}, ${theirs})`;
    const runner = await instance(monday, deadlinesToReport);
    await orderDigests();
    await runner.workOff();
    await runner.workOff();
    const [toAll, toOwn] = [mailsTo(all.email)[0]?.text ?? "", mailsTo(own.email)[0]?.text ?? ""];
    expect(toAll).toContain("Längst vorbei");
    expect(toAll).toContain("31.12.1990");
    expect(toAll).toContain(projectLists.standing("over"));
    expect(toAll).not.toContain("Abgeschlossen");
    expect(toOwn).toContain(`/projects/${theirs}`);
    expect(toOwn).toContain("Zoë Müller");
    expect(toOwn).not.toContain("Längst vorbei");
  });

  it("are retried with increasing delays while the mail server is down, and then sent once", async () => {
    const { refuseWith, mails } = await mailServer();
    refuseWith(451);
    const { id, email } = await reader("daily");
    const { workOff } = await instance(monday);
    await orderDigests();
    expect(await workOff()).toBe(2);
    const pause = async () => {
      const [row] = await db().$queryRaw<{ seconds: number }[]>`
        SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
        WHERE name = 'digest_mail' AND state = 'retry'`;
      return row?.seconds ?? 0;
    };
    const pauses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await workOff()).toBe(0);
      pauses.push(await pause());
      await passPauses();
      await workOff();
    }
    expect(pauses[0]).toBeGreaterThan(55);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(mails).toHaveLength(0);
    refuseWith(null);
    await passPauses();
    await orderDigests();
    await workOff();
    expect(mails.map(({ recipients }) => recipients)).toEqual([[email]]);
    await passPauses();
    expect(await workOff()).toBe(0);
    const { digest_told } = await db().user.findUniqueOrThrow({ where: { id } });
    expect(digest_told).toEqual(new Date(MONDAY));
  });

  it("are sent on their days, made up for after downtime, and not sent for days before subscribing", async () => {
    const { mailsTo, mails } = await mailServer();
    let today = "2026-11-27";
    const { workOff } = await instance(() => morningOf(today));
    const daily = await reader("daily", { email: "daily@ph.example" });
    const weekly = await reader("weekly", { email: "weekly@ph.example" });
    const monthly = await reader("monthly", { email: "monthly@ph.example" });
    await db().user.updateMany({ data: { digest_told: new Date(today) } });
    await reader("none", { email: "none@ph.example" });
    await reader("daily", { email: "disabled@ph.example", disabled_at: new Date() });
    const seen: Record<string, (string | undefined)[]> = {};
    for (today of ["2026-11-28", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-08"]) {
      mails.length = 0;
      await orderDigests();
      await workOff();
      const named = [daily, weekly, monthly].flatMap(({ email }) => mailsTo(email).map(() => email.split("@")[0]));
      expect(mails).toHaveLength(named.length);
      seen[today] = named;
    }
    expect(seen).toEqual({
      "2026-11-28": [],
      "2026-11-30": ["daily", "weekly"],
      "2026-12-01": ["daily", "monthly"],
      "2026-12-02": ["daily"],
      "2026-12-08": ["daily", "weekly"],
    });
  });

  it("are not sent when there is nothing to report or the recipient has unsubscribed meanwhile", async () => {
    const { mails } = await mailServer();
    const { id } = await reader("daily");
    const empty = await instance(monday, async () => []);
    await orderDigests();
    await empty.workOff();
    expect(mails).toHaveLength(0);
    await db().user.update({ where: { id }, data: { digest_told: null } });
    await db().$executeRaw`DELETE FROM pgboss.job`;
    await orderDigests();
    const { workOff } = await instance(monday);
    await db()
      .$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('digest_mail', ${JSON.stringify({ user_id: id, day: MONDAY })}::jsonb)`;
    await db().user.update({ where: { id }, data: { digest: "none" } });
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
  });

  it("are not sent to an account that was disabled after they were queued", async () => {
    const { mails } = await mailServer();
    const { id } = await reader("daily");
    await instance(monday);
    await db()
      .$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('digest_mail', ${JSON.stringify({ user_id: id, day: MONDAY })}::jsonb)`;
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    const { workOff } = await instance(monday);
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
  });

  it("are not sent to an account that lacks a required second factor", async () => {
    const { mails } = await mailServer();
    configure({ TOTP_REQUIRED: "all" });
    const { id } = await reader("daily");
    const { workOff } = await instance(monday);
    await orderDigests();
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
    await db().user.update({ where: { id }, data: { factor_since: new Date(), factor_secret: "sealed" } });
    await db().$executeRaw`DELETE FROM pgboss.job`;
    await orderDigests();
    await workOff();
    expect(mails).toHaveLength(1);
  });

  it("are limited to own projects if chosen, in the recipient's language, with unsubscribe headers", async () => {
    const { mailsTo } = await mailServer();
    const asked: unknown[] = [];
    const { id, email } = await reader("weekly", { language: "en", name: "Zoë" });
    await db().user.update({ where: { id }, data: { digest_scope: "mine" } });
    const { workOff } = await instance(monday, async ({ locale }, filter) => {
      asked.push({ locale, ...filter });
      return [toTell()];
    });
    await orderDigests();
    await workOff();
    expect(asked).toEqual([{ locale: "en", memberEmail: email }]);
    const [mail] = mailsTo(email);
    expect(mail?.subject).toBe("One project needs your attention");
    expect(mail?.text).toContain("http://localhost:3000/projects/7");
    expect(mail?.headers["message-id"]).toBe(`<digest.${id}.${MONDAY}@localhost>`);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers["list-unsubscribe"]).toMatch(
      new RegExp(`^<http://localhost:3000/api/unsubscribe/${id}\\.[0-9a-f]{64}>$`),
    );
  });
});

describe("the digest preference", () => {
  it("is part of the account, and subscribing causes no digest for past days", async () => {
    const own = await loggedIn();
    const before = (await own.get<Record<string, unknown>>("/api/user")).json;
    expect(before).toMatchObject({ digest: "none", digest_scope: "all" });
    const { name } = before;
    expect((await own.put("/api/user", { name, digest: "weekly", digest_scope: "mine" })).status).toBe(200);
    const chosen = (await own.get<Record<string, unknown>>("/api/user")).json;
    expect(chosen).toEqual({ ...before, digest: "weekly", digest_scope: "mine" });
    expect((await own.put("/api/user", chosen)).status).toBe(200);
    expect((await own.put("/api/user", { name, digest: "hourly" })).json).toMatchObject({
      errors: { digest: ["type"] },
    });
    const { digest_told } = await db().user.findUniqueOrThrow({ where: { id: Number(before.id) } });
    expect(digest_told).not.toBeNull();
  });

  it("is turned off by a one-click unsubscribe POST without a login", async () => {
    const { mailsTo } = await mailServer();
    const { id, email } = await reader("daily");
    const other = await createUser(db());
    await db().user.update({ where: { id: other.id }, data: { digest: "daily", disabled_at: new Date() } });
    const { workOff } = await instance(monday);
    await orderDigests();
    await workOff();
    const address = new URL(/<([^<>]*)>/.exec(mailsTo(email)[0]?.headers["list-unsubscribe"] ?? "")?.[1] ?? "");
    const digestOf = async (user: number) => (await db().user.findUniqueOrThrow({ where: { id: user } })).digest;

    expect(await call("GET", address.pathname)).toMatchObject({ status: 303 });
    const opened = await call("GET", `${address.pathname}%3E.`);
    expect(opened.headers.get("location")).toBe(address.pathname.replace("/api", ""));
    expect(await digestOf(id)).toBe("daily");
    const form = {
      raw: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
    const forged = address.pathname.replace(`/${id}.`, `/${other.id}.`);
    for (const wrong of [forged, `${address.pathname}0`, "/api/unsubscribe/0.x"]) {
      expect(await call("POST", wrong, form)).toMatchObject({ status: 404, json: { message: "token_invalid" } });
    }
    expect(await digestOf(other.id)).toBe("daily");
    expect(await call("POST", address.pathname, form)).toMatchObject({
      status: 200,
      json: { success: true, message: "unsubscribed" },
    });
    expect(await digestOf(id)).toBe("none");
    expect(await call("POST", `${address.pathname}.`)).toMatchObject({ status: 200 });
  });
});
