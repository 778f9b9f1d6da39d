import { beforeEach, describe, expect, it } from "vitest";
import { projectsInState } from "@/lib/model/kinds/project-lists";
import { db } from "@/lib/store/database/client";
import { deadlinesToReport } from "@/lib/features/deadlines/server/deadlines-to-report";
import { createMember, createProject, createUser } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import {
  startDigestRunner,
  startAppMailServer,
  MONDAY,
  morningOf,
  monday,
  clearJobs,
  queueDigests,
  makeRetriesDue,
  createSubscriber,
  deadlineToReport,
} from "../../support/records/digests";

/*
 * Digest mails about deadlines (contract §11) are sent exactly once, only to subscribers, and only
 * on the days that these have chosen.
 */

beforeEach(clearJobs);

/** Returns the result of the most recently completed mail job. */
async function resultOfMail() {
  const [job] = await db().$queryRaw<{ result: string }[]>`
    SELECT output->>'result' AS result FROM pgboss.job
    WHERE name = 'digest_mail' AND state = 'completed' ORDER BY completed_on DESC LIMIT 1`;
  return job?.result;
}

describe("digests", () => {
  it("digests are sent once when two instances run", async () => {
    const { mailsTo } = await startAppMailServer();
    const { email } = await createSubscriber("daily");
    const [first, second] = [await startDigestRunner(monday), await startDigestRunner(monday)];
    await queueDigests();
    await queueDigests();
    await Promise.all([first.workOff(), second.workOff()]);
    await Promise.all([first.workOff(), second.workOff()]);
    expect(mailsTo(email)).toHaveLength(1);
    await queueDigests();
    await second.workOff();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it("digests list all projects that need attention, or the recipient's own", async () => {
    const { mailsTo } = await startAppMailServer();
    const endedProject = { vertragsgrundlage: 1, projektbeginn: "1990-01-01", projektende: "1990-12-31", status: 2 };
    await createProject(db(), { ...endedProject, projekt_titel: "Längst vorbei" });
    await createProject(db(), { ...endedProject, projekt_titel: "Abgeschlossen", status: 3 });
    const [allReader, ownReader] = [await createSubscriber("daily"), await createSubscriber("daily")];
    await db().user.update({ where: { id: ownReader.id }, data: { digest_scope: "mine" } });
    const ph_id = await createMember(db(), { vorname: "Zoë", nachname: "Müller", email: ownReader.email });
    const ownProject = await createProject(db(), { ...endedProject, projekt_titel: "Ihres" });
    await db().$executeRaw`INSERT INTO member_projects (ph_id, projekt_id) VALUES (${ph_id}, ${ownProject})`;
    const runner = await startDigestRunner(monday, deadlinesToReport);
    await queueDigests();
    await runner.workOff();
    await runner.workOff();
    const [allText, ownText] = [mailsTo(allReader.email)[0]?.text ?? "", mailsTo(ownReader.email)[0]?.text ?? ""];
    expect(allText).toContain("Längst vorbei");
    expect(allText).toContain("31.12.1990");
    expect(allText).toContain(projectsInState("over"));
    expect(allText).not.toContain("Abgeschlossen");
    expect(ownText).toContain(`/projects/${ownProject}`);
    expect(ownText).toContain("Zoë Müller");
    expect(ownText).not.toContain("Längst vorbei");
  });

  it("digests are retried with increasing delays while the mail server is down, and then sent once", async () => {
    const { refuseWith, mails } = await startAppMailServer();
    refuseWith(451);
    const { id, email } = await createSubscriber("daily");
    const { workOff } = await startDigestRunner(monday);
    await queueDigests();
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
      await makeRetriesDue();
      await workOff();
    }
    expect(pauses[0]).toBeGreaterThan(55);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(mails).toHaveLength(0);
    refuseWith(null);
    await makeRetriesDue();
    await queueDigests();
    await workOff();
    expect(mails.map(({ recipients }) => recipients)).toEqual([[email]]);
    await makeRetriesDue();
    expect(await workOff()).toBe(0);
    const { digest_told } = await db().user.findUniqueOrThrow({ where: { id } });
    expect(digest_told).toEqual(new Date(MONDAY));
  });

  it("digests are sent on their days, also after downtime, but not for days before subscribing", async () => {
    const { mailsTo, mails } = await startAppMailServer();
    let today = "2026-11-27";
    const { workOff } = await startDigestRunner(() => morningOf(today));
    const daily = await createSubscriber("daily", { email: "daily@ph.example" });
    const weekly = await createSubscriber("weekly", { email: "weekly@ph.example" });
    const monthly = await createSubscriber("monthly", { email: "monthly@ph.example" });
    await db().user.updateMany({ data: { digest_told: new Date(today) } });
    await createSubscriber("none", { email: "none@ph.example" });
    await createSubscriber("daily", { email: "disabled@ph.example", disabled_at: new Date() });
    const recipientsByDay: Record<string, (string | undefined)[]> = {};
    for (today of ["2026-11-28", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-08"]) {
      mails.length = 0;
      await queueDigests();
      await workOff();
      const recipients = [daily, weekly, monthly].flatMap(({ email }) => mailsTo(email).map(() => email.split("@")[0]));
      expect(mails).toHaveLength(recipients.length);
      recipientsByDay[today] = recipients;
    }
    expect(recipientsByDay).toEqual({
      "2026-11-28": [],
      "2026-11-30": ["daily", "weekly"],
      "2026-12-01": ["daily", "monthly"],
      "2026-12-02": ["daily"],
      "2026-12-08": ["daily", "weekly"],
    });
  });

  it("digests are not sent when there is nothing to report or the recipient has unsubscribed", async () => {
    const { mails } = await startAppMailServer();
    const { id } = await createSubscriber("daily");
    const empty = await startDigestRunner(monday, async () => []);
    await queueDigests();
    await empty.workOff();
    expect(mails).toHaveLength(0);
    await db().user.update({ where: { id }, data: { digest_told: null } });
    await db().$executeRaw`DELETE FROM pgboss.job`;
    await queueDigests();
    const { workOff } = await startDigestRunner(monday);
    await db()
      .$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('digest_mail', ${JSON.stringify({ user_id: id, day: MONDAY })}::jsonb)`;
    await db().user.update({ where: { id }, data: { digest: "none" } });
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
  });

  it("digests are not sent to an account that was disabled after they were queued", async () => {
    const { mails } = await startAppMailServer();
    const { id } = await createSubscriber("daily");
    await startDigestRunner(monday);
    await db()
      .$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('digest_mail', ${JSON.stringify({ user_id: id, day: MONDAY })}::jsonb)`;
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    const { workOff } = await startDigestRunner(monday);
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
  });

  it("digests are not sent to an account that lacks a required second factor", async () => {
    const { mails } = await startAppMailServer();
    configure({ TOTP_REQUIRED: "all" });
    const { id } = await createSubscriber("daily");
    const { workOff } = await startDigestRunner(monday);
    await queueDigests();
    await workOff();
    expect(mails).toHaveLength(0);
    expect(await resultOfMail()).toBe("outdated");
    await db().user.update({ where: { id }, data: { factor_since: new Date(), factor_secret: "sealed" } });
    await db().$executeRaw`DELETE FROM pgboss.job`;
    await queueDigests();
    await workOff();
    expect(mails).toHaveLength(1);
  });

  it("digests have the recipient's scope and language, and unsubscribe headers", async () => {
    const { mailsTo } = await startAppMailServer();
    const requests: unknown[] = [];
    const { id, email } = await createSubscriber("weekly", { language: "en", name: "Zoë" });
    await db().user.update({ where: { id }, data: { digest_scope: "mine" } });
    const { workOff } = await startDigestRunner(monday, async ({ locale }, filter) => {
      requests.push({ locale, ...filter });
      return [deadlineToReport()];
    });
    await queueDigests();
    await workOff();
    expect(requests).toEqual([{ locale: "en", memberEmail: email }]);
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
  it("the digest preference is part of the account, and subscribing causes no digest for past days", async () => {
    const client = await loggedIn();
    const before = (await client.get<Record<string, unknown>>("/api/user")).json;
    expect(before).toMatchObject({ digest: "none", digest_scope: "all" });
    const { name } = before;
    expect((await client.put("/api/user", { name, digest: "weekly", digest_scope: "mine" })).status).toBe(200);
    const changed = (await client.get<Record<string, unknown>>("/api/user")).json;
    expect(changed).toEqual({ ...before, digest: "weekly", digest_scope: "mine" });
    expect((await client.put("/api/user", changed)).status).toBe(200);
    expect((await client.put("/api/user", { name, digest: "hourly" })).json).toMatchObject({
      errors: { digest: ["type"] },
    });
    const { digest_told } = await db().user.findUniqueOrThrow({ where: { id: Number(before.id) } });
    expect(digest_told).not.toBeNull();
  });

  it("the digest preference is turned off by a one-click unsubscribe POST without a login", async () => {
    const { mailsTo } = await startAppMailServer();
    const { id, email } = await createSubscriber("daily");
    const other = await createUser(db());
    await db().user.update({ where: { id: other.id }, data: { digest: "daily", disabled_at: new Date() } });
    const { workOff } = await startDigestRunner(monday);
    await queueDigests();
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
    const forgedPath = address.pathname.replace(`/${id}.`, `/${other.id}.`);
    for (const wrong of [forgedPath, `${address.pathname}0`, "/api/unsubscribe/0.x"]) {
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
