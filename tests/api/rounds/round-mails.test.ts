import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db, overlay, type Connection } from "@/lib/store/database/client";
import type { Job } from "@/lib/features/jobs/server/job";
import { jobs } from "@/lib/features/operations/server/jobs";
import { orderRoundMails } from "@/lib/features/rounds/server/mails/order-round-mails";
import { roundMail } from "@/lib/features/rounds/server/mails/round-jobs";
import { claimMail, storeSent } from "@/lib/features/rounds/server/mails/mail-queue-sql";
import { pageOfRecipients } from "@/lib/features/rounds/server/recipients-sql";
import { RECIPIENT_STATES } from "@/lib/features/rounds/round";
import { sendRoundMails } from "@/lib/features/rounds/server/mails/send-round-mails";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { createMember, createPerson, createProject } from "../../support/factories";
import { startAppMailServer } from "../../support/records/digests";
import {
  createDraft,
  makeMailsDue,
  startRoundRunner,
  startRound,
  tokenIn,
  tokenOf,
} from "../../support/records/rounds";

/*
 * Mails of confirmation rounds (contract §15), read from a real SMTP server.
 */

const EDITOR = "rounds@ph.example";
let editor: Client;
beforeAll(async () => {
  editor = await loggedIn({ role: "editor", email: EDITOR });
});
beforeEach(async () => {
  await db().round.deleteMany();
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await db().$executeRaw`TRUNCATE members, persons, projects CASCADE`;
  vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
});

const MINUTE_MS = 60_000;
/** Returns a moment at which an address may get another mail. */
const anHourLater = () => new Date(Date.now() + 61 * MINUTE_MS);
const recipients = () => db().roundRecipient.findMany({ orderBy: { email: "asc" } });
const members = async (...names: string[]) => {
  for (const name of names) await createMember(db(), { vorname: "M", nachname: name, email: `${name}@ph.example` });
};

describe("mails of rounds", () => {
  it("the mail asks in both languages, with the count, the day and the recipient's link", async () => {
    const { mailsTo } = await startAppMailServer();
    await createMember(db(), { vorname: "Zoë", nachname: "Müller", email: "zoe@ph.example" });
    const id = await startRound(editor, {
      text_de: "Liebe/r {name},\n\n{titel}: {anzahl} bis {faellig_am}, <b>$&</b>",
      text_en: "Dear {name}, {titel}",
    });
    await (await startRoundRunner()).workOff();
    const [mail, ...more] = mailsTo("zoe@ph.example");
    expect(more).toEqual([]);
    const token = await tokenOf(id, "zoe@ph.example");
    const href = `http://localhost:3000/confirm/${token}`;
    expect(mail?.subject).toBe("Bitte prüfen Sie Ihre Angaben: Herbstrunde | Please check your details: Autumn round");
    expect(mail?.text.split(href)).toHaveLength(3);
    expect(mail?.text).not.toContain("Guten Tag");
    expect(mail?.text).toContain("Es geht um einen Eintrag. Bitte antworten Sie bis zum 31. Dezember 2099.");
    expect(mail?.text).toContain("Ihre Adresse in der Kooperationsdatenbank steht (Pädagogische Hochschule)");
    expect(mail?.text).toContain("Liebe/r Zoë Müller,\n\nHerbstrunde: 1 bis 31. Dezember 2099, <b>$&</b>");
    expect(mail?.text).toContain("This is about one entry. Please answer by 31 December 2099.");
    expect(mail?.text).toContain("Dear Zoë Müller, Autumn round");
    expect(mail?.html.split(`<a href="${href}">`)).toHaveLength(3);
    expect(mail?.html).toContain("Herbstrunde: 1 bis 31. Dezember 2099, &lt;b&gt;$&amp;&lt;/b&gt;");
    expect(mail?.html.indexOf('<div lang="de">')).toBeLessThan(mail?.html.lastIndexOf('<div lang="en">') ?? 0);
    expect(mail?.headers).toMatchObject({
      "auto-submitted": "auto-generated",
      "message-id": expect.stringMatching(/^<round\.\d+\.start1@localhost>$/) as string,
    });
    expect(await recipients()).toMatchObject([{ state: "sent", mail: null, mail_due: null, attempts: 0 }]);
  });

  it("the mail states the number of records and the day above the link", async () => {
    const { mails } = await startAppMailServer();
    await members("a");
    await startRound(editor);
    await (await startRoundRunner()).workOff();
    for (const content of [mails[0]?.text ?? "", mails[0]?.html ?? ""]) {
      const [german, english] = [
        content.indexOf("Es geht um einen Eintrag."),
        content.indexOf("This is about one entry."),
      ];
      expect(german).toBeGreaterThan(0);
      expect(content.indexOf("/confirm/", german)).toBeLessThan(english);
      expect(content.indexOf("/confirm/")).toBeGreaterThan(german);
      expect(content.indexOf("/confirm/", english)).toBeGreaterThan(english);
    }
  });

  it("the mail greets the recipient unless the round's text does", async () => {
    const { mails } = await startAppMailServer();
    await members("a");
    await startRound(editor, { text_de: "Bitte prüfen.", text_en: "Please check." });
    await (await startRoundRunner()).workOff();
    expect(mails[0]?.text).toContain("Guten Tag M a,\n\nBitte prüfen.");
    expect(mails[0]?.text).toContain("Hello M a,\n\nPlease check.");
  });

  it("the mail is a single one for all records of an address", async () => {
    const { mails } = await startAppMailServer();
    const lead = await createMember(db(), { email: "lead@ph.example" });
    const [role] = await db().$queryRaw<[{ id: number }]>`
      SELECT rolle_id AS id FROM verknuepfungsrollen WHERE relation = 'project_member' AND zustaendig ORDER BY 1 LIMIT 1`;
    for (const project of [await createProject(db()), await createProject(db())]) {
      await editor.post(`/api/projects/member/${lead}/${project}`, { rollen: [role.id] });
    }
    await startRound(editor, { kind: "projects", an: "responsible", felder: ["projekt_titel"] });
    await (await startRoundRunner()).workOff();
    expect(mails.map(({ recipients: to }) => to)).toEqual([["lead@ph.example"]]);
    expect(mails[0]?.text).toContain("Es geht um 2 Einträge.");
  });
});

describe("runs of the job", () => {
  const waiting = async () => {
    const [row] = await db().$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'round_mail' AND state < 'active'`;
    return row.count;
  };

  it("runs are queued once for several rounds, and hold neither addresses nor tokens", async () => {
    await members("a", "b");
    await startRound(editor);
    await startRound(editor);
    expect(await waiting()).toBe(1);
    expect(await db().$queryRaw`SELECT data FROM pgboss.job WHERE name = 'round_mail'`).toEqual([{ data: {} }]);
  });

  it("runs do not begin before the transaction that needs them is committed", async () => {
    const now = new Date();
    await orderRoundMails(db(), now);
    const runner = await startRoundRunner(undefined, [roundMail]);
    await db().$transaction(async (transaction) => {
      await orderRoundMails(transaction, now);
      expect(await runner.workOff()).toBe(0);
    });
    expect(await runner.workOff()).toBe(1);
  });

  it("runs follow one another, also on several instances, so that together they keep the limit", async () => {
    let others = -1;
    const other = await startRoundRunner(undefined, [roundMail]);
    const work: Job["work"] = async () => {
      others = await other.workOff();
      return "nothing";
    };
    const runner = await startRoundRunner(undefined, [{ ...roundMail, work }]);
    await db().$executeRaw`
      INSERT INTO pgboss.job (name, data, policy) SELECT name, '{}', policy FROM pgboss.queue, generate_series(1, 2)
      WHERE name = 'round_mail'`;
    expect(await runner.workOff()).toBeGreaterThan(0);
    expect(others).toBe(0);
  });

  it("no run of the mail job is queued when the start of a round is refused", async () => {
    const id = await createDraft(editor);
    expect(await editor.post(`/api/rounds/${id}/start`)).toMatchObject({ status: 422 });
    expect(await waiting()).toBe(0);
  });
});

describe("the pause between mails to an address", () => {
  const mailsAfter = async (minutes: number, started: number) => {
    await sendRoundMails(db(), new Date(started + minutes * MINUTE_MS));
  };

  it("is an hour over all rounds, and the list of recipients says until when a mail waits", async () => {
    const { mailsTo } = await startAppMailServer();
    await members("a", "b");
    const ids = [await startRound(editor), await startRound(editor), await startRound(editor)];
    const started = Date.now();
    await mailsAfter(0, started);
    expect([mailsTo("a@ph.example"), mailsTo("b@ph.example")].map(({ length }) => length)).toEqual([1, 1]);
    const { rows } = await pageOfRecipients(db(), ids[1] ?? 0, {
      ...{ pageNo: 0, pageSize: 10, states: RECIPIENT_STATES, now: new Date(started + MINUTE_MS) },
    });
    expect(
      rows.map(({ state, waits_until }) => [state, Math.round(((waits_until?.getTime() ?? 0) - started) / MINUTE_MS)]),
    ).toEqual([
      ["planned", 60],
      ["planned", 60],
    ]);
    await mailsAfter(59, started);
    expect(mailsTo("a@ph.example")).toHaveLength(1);
    await mailsAfter(61, started);
    expect(mailsTo("a@ph.example")).toHaveLength(2);
    await mailsAfter(122, started);
    expect(mailsTo("a@ph.example")).toHaveLength(3);
  });

  it("holds back no mail to another address", async () => {
    const { mails } = await startAppMailServer();
    await members("a");
    await startRound(editor);
    const started = Date.now();
    await mailsAfter(0, started);
    await members("b");
    await startRound(editor);
    const { nextRun } = await sendRoundMails(db(), new Date(started + MINUTE_MS));
    expect(mails.map(({ recipients: [to] }) => to)).toEqual(["a@ph.example", "b@ph.example"]);
    expect(Math.round(((nextRun?.getTime() ?? 0) - started) / MINUTE_MS)).toBe(60);
  });

  it("lets RATE_LIMIT_FACTOR times as many mails pass", async () => {
    configure({ RATE_LIMIT_FACTOR: 2 });
    const { mails } = await startAppMailServer();
    await members("a");
    for (let round = 0; round < 3; round += 1) await startRound(editor);
    await mailsAfter(0, Date.now());
    expect(mails).toHaveLength(2);
  });
});

describe("a renewed link", () => {
  const renew = (id: number, email: string, client = editor) =>
    client.post(`/api/rounds/${id}/recipients/renew`, { email });
  const openLink = async (token: string) => (await call("GET", `/api/confirm/${token}`)).status;

  it("replaces the former one and is sent at once, also to who has answered", async () => {
    const { mailsTo } = await startAppMailServer();
    await members("a");
    const id = await startRound(editor);
    await sendRoundMails(db(), new Date());
    const former = await tokenOf(id, "a@ph.example");
    await call("POST", `/api/confirm/${former}`, { body: { answers: [], declined: true } });
    expect(await renew(id, " A@ph.example ")).toMatchObject({ status: 200, json: { message: "data_updated" } });
    expect(await openLink(former)).toBe(404);
    expect(await call("POST", `/api/confirm/${former}`, { body: { answers: [] } })).toMatchObject({ status: 404 });
    await sendRoundMails(db(), new Date());
    const mail = mailsTo("a@ph.example").at(-1);
    expect(mail?.subject).toBe("Neuer Link: Herbstrunde | New link: Autumn round");
    expect(mail?.text).toContain("Frühere Links zu dieser Anfrage gelten nicht mehr.");
    expect(await openLink(mail ? tokenIn(mail) : "")).toBe(200);
    expect(await recipients()).toMatchObject([{ state: "declined", mail: null, generation: 2 }]);
  });

  it("goes to the address that the recipient's record has now", async () => {
    const { mailsTo } = await startAppMailServer();
    const ph_id = await createMember(db(), { email: "wrong@ph.example" });
    const id = await startRound(editor);
    await sendRoundMails(db(), new Date());
    await db().member.update({ where: { ph_id }, data: { email: "right@ph.example" } });
    expect(await renew(id, "wrong@ph.example")).toMatchObject({ status: 200 });
    await sendRoundMails(db(), new Date());
    expect([mailsTo("wrong@ph.example").length, mailsTo("right@ph.example").length]).toEqual([1, 1]);
    await db().member.update({ where: { ph_id }, data: { email: "none" } });
    expect(await renew(id, "right@ph.example")).toMatchObject({ status: 422, json: { errors: { email: ["email"] } } });
  });

  it("never goes to the address of another recipient of the round", async () => {
    await members("a", "b");
    const id = await startRound(editor);
    await db().member.updateMany({ where: { email: "a@ph.example" }, data: { email: "b@ph.example" } });
    expect(await renew(id, "a@ph.example")).toMatchObject({ status: 422, json: { errors: { email: ["twice"] } } });
    expect((await recipients()).map(({ generation }) => generation)).toEqual([1, 1]);
  });

  it("is sent although the former mail is under way", async () => {
    const { mailsTo } = await startAppMailServer();
    await members("a");
    const id = await startRound(editor);
    const now = new Date();
    const taken = await claimMail(db(), { now, leaseUntil: new Date(now.getTime() + MINUTE_MS) });
    await renew(id, "a@ph.example");
    if (taken) await storeSent(db(), taken, now);
    await sendRoundMails(db(), new Date());
    const [mail] = mailsTo("a@ph.example");
    expect(await openLink(mail ? tokenIn(mail) : "")).toBe(200);
    expect(await recipients()).toMatchObject([{ state: "sent", mail: null, generation: 2 }]);
  });

  it("is another one for each of two renewals at once", async () => {
    await members("a");
    const id = await startRound(editor);
    const answers = await Promise.all([renew(id, "a@ph.example"), renew(id, "a@ph.example")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await recipients()).toMatchObject([{ generation: 3, mail: "renewal" }]);
    expect(await openLink(await tokenOf(id, "a@ph.example"))).toBe(200);
  });

  it("is made for recipients of running rounds only, by editors, ten times an hour", async () => {
    await members("a");
    const draft = await createDraft(editor);
    expect(await renew(draft, "b@ph.example")).toMatchObject({ status: 409, json: { message: "round_not_running" } });
    await editor.post(`/api/rounds/${draft}/start`);
    expect(await renew(draft, "b@ph.example")).toMatchObject({ status: 422, json: { errors: { email: ["exists"] } } });
    expect(await renew(draft, "a@ph.example", await loggedIn({ role: "reader" }))).toMatchObject({ status: 403 });
    for (let time = 0; time < 10; time += 1) expect(await renew(draft, "a@ph.example")).toMatchObject({ status: 200 });
    expect(await renew(draft, "a@ph.example")).toMatchObject({ status: 429 });
    await editor.post(`/api/rounds/${draft}/close`);
    expect(await renew(draft, "b@ph.example")).toMatchObject({ status: 409 });
  });
});

describe("replies to mails of rounds", () => {
  it.each([
    ["who started the round", {}, EDITOR],
    ["ROUND_REPLY_TO", { ROUND_REPLY_TO: "office@ph.example" }, "office@ph.example"],
  ])("go to %s", async (_name, settings, address) => {
    configure(settings);
    const { mails } = await startAppMailServer();
    await members("a");
    await startRound(editor);
    await sendRoundMails(db(), new Date());
    expect(mails[0]?.headers["reply-to"]).toBe(address);
    expect(mails[0]?.text).toContain("Dann antworten Sie einfach auf diese E-Mail");
  });

  it("have no address once the account is deleted", async () => {
    const { mails } = await startAppMailServer();
    const email = "gone@ph.example";
    const other = await loggedIn({ role: "editor", email });
    await members("a");
    await startRound(other);
    await db().user.delete({ where: { email } });
    await sendRoundMails(db(), new Date());
    expect(mails[0]?.headers["reply-to"]).toBeUndefined();
    expect(mails[0]?.text).toContain("nicht auf diese E-Mail");
  });
});

describe("reminders", () => {
  it("reminders go to recipients who neither answered nor declined, with the same link, once a day", async () => {
    const server = await startAppMailServer();
    await members("a", "b", "c");
    const id = await startRound(editor);
    const runner = await startRoundRunner();
    await runner.workOff();
    const [answering, declining] = [await tokenOf(id, "a@ph.example"), await tokenOf(id, "b@ph.example")];
    const { json } = await call<{ records: { id: number }[] }>("GET", `/api/confirm/${answering}`);
    const answers = json.records.map((record) => ({ kind: "members", id: record.id, answer: "confirmed" }));
    await call("POST", `/api/confirm/${answering}`, { body: { answers } });
    await call("POST", `/api/confirm/${declining}`, { body: { answers: [], declined: true } });
    expect((await editor.post(`/api/rounds/${id}/remind`)).json).toMatchObject({ success: true, mails: 1 });
    await (await startRoundRunner(anHourLater)).workOff();
    expect(server.mails).toHaveLength(4);
    const [first, reminder] = server.mailsTo("c@ph.example");
    expect(reminder?.subject).toBe("Erinnerung: Herbstrunde | Reminder: Autumn round");
    expect(reminder && tokenIn(reminder)).toBe(first && tokenIn(first));
    expect(reminder?.headers["message-id"]).toMatch(/\.reminder1@localhost>$/);
    const again = await editor.post(`/api/rounds/${id}/remind`);
    expect(again).toMatchObject({ status: 429, json: { message: "too_many_requests" } });
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    await db().$executeRaw`UPDATE rounds SET reminded_at = now() - interval '25 hours'`;
    expect((await editor.post(`/api/rounds/${id}/remind`)).json).toMatchObject({ mails: 1 });
    await sendRoundMails(db(), new Date(anHourLater().getTime() + 61 * MINUTE_MS));
    expect(server.mailsTo("c@ph.example").at(-1)?.headers["message-id"]).toMatch(/\.reminder2@localhost>$/);
  });

  it("reminders contain a valid link after AUTH_SECRET was changed", async () => {
    const { mailsTo } = await startAppMailServer();
    await members("a");
    const id = await startRound(editor);
    await sendRoundMails(db(), new Date());
    await editor.post(`/api/rounds/${id}/remind`);
    configure({ AUTH_SECRET: "another-secret-of-at-least-32-characters" });
    await sendRoundMails(db(), anHourLater());
    const [first, reminder] = mailsTo("a@ph.example").map((mail) => tokenIn(mail));
    expect(reminder).not.toBe(first);
    expect(await call("GET", `/api/confirm/${reminder}`)).toMatchObject({ status: 200 });
  });

  it("reminders are not sent to recipients who answer meanwhile", async () => {
    const { mails } = await startAppMailServer();
    await members("a");
    const id = await startRound(editor);
    const runner = await startRoundRunner();
    await runner.workOff();
    await editor.post(`/api/rounds/${id}/remind`);
    await db().$executeRaw`UPDATE round_recipients SET state = 'answered', answered_at = now()`;
    await runner.workOff();
    expect(mails).toHaveLength(1);
    expect(await recipients()).toMatchObject([{ mail: null, mail_due: null, state: "answered" }]);
  });
});

describe("closing", () => {
  it("closing a round stops mails that were not sent", async () => {
    const { mails } = await startAppMailServer();
    await members("a");
    const id = await startRound(editor);
    await editor.post(`/api/rounds/${id}/close`);
    await (await startRoundRunner()).workOff();
    expect(mails).toEqual([]);
    expect(await recipients()).toMatchObject([{ state: "planned", mail: null }]);
  });
});

describe("the limit of mails per minute", () => {
  it("the limit of mails per minute applies to all rounds together, and queues the next run", async () => {
    configure({ ROUND_MAILS_PER_MINUTE: 2 });
    const { mails } = await startAppMailServer();
    await members("a", "b", "c");
    await createPerson(db(), { email: "p@uni.example" });
    await startRound(editor);
    await startRound(editor, { kind: "persons" });
    let now = new Date();
    const runner = await startRoundRunner(() => now);
    await runner.workOff();
    expect(mails).toHaveLength(2);
    await makeMailsDue();
    await runner.workOff();
    expect(mails).toHaveLength(2);
    now = new Date(now.getTime() + MINUTE_MS + 1000);
    await makeMailsDue();
    await runner.workOff();
    expect(mails).toHaveLength(4);
    expect((await recipients()).every(({ state }) => state === "sent")).toBe(true);
    const [waiting] = await db().$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'round_mail' AND state < 'active'`;
    expect(waiting.count).toBe(0);
  });
});

describe("mail servers", () => {
  it("a recipient whose address a mail server refuses is failed with the reason, others get their mail", async () => {
    const { mails, refuseWith } = await startAppMailServer();
    refuseWith(550, "b@ph.example");
    await members("a", "b", "c");
    const id = await startRound(editor);
    const runner = await startRoundRunner();
    await runner.workOff();
    expect(mails).toHaveLength(2);
    expect(await recipients()).toMatchObject([
      { state: "sent" },
      { state: "failed", failure: expect.stringContaining("550") as string, mail: null },
      { state: "sent" },
    ]);
    refuseWith(null);
    await editor.post(`/api/rounds/${id}/remind`);
    await (await startRoundRunner(anHourLater)).workOff();
    expect(
      mails
        .map(({ subject, recipients: [to] }) => [to, subject.split(" ")[0]])
        .slice(2)
        .sort(),
    ).toEqual([
      ["a@ph.example", "Erinnerung:"],
      ["b@ph.example", "Bitte"],
      ["c@ph.example", "Erinnerung:"],
    ]);
  });

  it.each(["MAIL FROM", "DATA"] as const)(
    "a mail is tried again later when the mail server refuses %s with 550",
    async (command) => {
      const { refuseCommandWith } = await startAppMailServer();
      refuseCommandWith(command, 550);
      await members("a");
      await startRound(editor);
      await sendRoundMails(db(), new Date());
      expect(await recipients()).toMatchObject([{ state: "planned", mail: "start", attempts: 1 }]);
    },
  );

  it("a mail server that refuses three addresses in a row ends the run, and no recipient is failed", async () => {
    const { refuseWith } = await startAppMailServer();
    refuseWith(550);
    await members("a", "b", "c", "d");
    await startRound(editor);
    expect(await sendRoundMails(db(), new Date())).toMatchObject({ sent: 0, isServerDown: true });
    await sendRoundMails(db(), new Date());
    expect(await recipients()).toMatchObject(Array(4).fill({ state: "planned", mail: "start", attempts: 1 }));
  });

  it("a mail server that refuses all addresses gets no more mails than the limit per minute", async () => {
    configure({ ROUND_MAILS_PER_MINUTE: 2 });
    const { refuseWith } = await startAppMailServer();
    refuseWith(550);
    await members("a", "b", "c", "d");
    await startRound(editor);
    const now = new Date();
    const { nextRun } = await sendRoundMails(db(), now);
    expect(nextRun?.getTime()).toBeGreaterThanOrEqual(now.getTime() + MINUTE_MS);
    expect((await recipients()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1]);
  });

  it.each([[["a"]], [["a", "b"]]])(
    "the refusals of a mail server that accepts no mail to %o are final only after an hour",
    async (names) => {
      const { refuseWith } = await startAppMailServer();
      refuseWith(550);
      await members(...names);
      await startRound(editor);
      const started = Date.now();
      const runAfter = (minutes: number) => sendRoundMails(db(), new Date(started + minutes * MINUTE_MS));
      for (const minutes of [0, 6, 17, 38]) await runAfter(minutes);
      expect(await recipients()).toMatchObject(names.map(() => ({ state: "planned", mail: "start", attempts: 4 })));
      await runAfter(80);
      expect(await recipients()).toMatchObject(names.map(() => ({ state: "failed", mail: null })));
    },
  );

  it("a mail server that is down ends the run after three failures, and loses no mail", async () => {
    configure({ SMTP_URL: "smtp://127.0.0.1:1" });
    await members("a", "b", "c", "d", "e");
    await startRound(editor);
    const runner = await startRoundRunner();
    await runner.workOff();
    expect((await recipients()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1, 1]);
    const [job] = await db().$queryRaw<{ state: string; output: object }[]>`
      SELECT state::text, output FROM pgboss.job WHERE name = 'round_mail'`;
    expect(job).toMatchObject({
      state: "retry",
      output: { message: expect.stringContaining("mail server") as string },
    });
    expect(JSON.stringify(job)).not.toContain("@ph.example");
    const { mails } = await startAppMailServer();
    await makeMailsDue();
    await runner.workOff();
    expect(mails).toHaveLength(5);
    expect(await recipients()).toMatchObject(Array(5).fill({ state: "sent", failure: null, attempts: 0 }));
  });

  it("mails refused temporarily are tried again with growing pauses for about three days", async () => {
    const { refuseWith } = await startAppMailServer();
    refuseWith(451);
    await members("a");
    await startRound(editor);
    const started = new Date();
    let now = started;
    const pausesMs: number[] = [];
    for (;;) {
      await sendRoundMails(db(), now);
      const [recipient] = await recipients();
      if (!recipient?.mail_due) break;
      pausesMs.push(recipient.mail_due.getTime() - now.getTime());
      now = recipient.mail_due;
    }
    expect(pausesMs.every((pause, index) => index === 0 || pause >= (pausesMs[index - 1] ?? 0) - 1000)).toBe(true);
    expect(pausesMs[0]).toBeLessThan(10 * MINUTE_MS);
    const hours = (now.getTime() - started.getTime()) / (60 * MINUTE_MS);
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(80);
    expect(await recipients()).toMatchObject([
      { state: "failed", failure: expect.stringContaining("451") as string, mail: null },
    ]);
  });
});

describe("killed jobs", () => {
  /** Returns a connection that is lost when a sent mail is to be stored, as if the process was killed. */
  const killedAfterSending = (): Connection =>
    overlay(db(), {
      $executeRaw: async (...query: Parameters<Connection["$executeRaw"]>) => {
        if (JSON.stringify(query).includes("sent_at =")) throw new Error("killed");
        return db().$executeRaw(...query);
      },
    });

  it("a killed job loses no mail and repeats only the one that it was sending, with the same Message-ID", async () => {
    const { mails } = await startAppMailServer();
    await members("a", "b", "c");
    await startRound(editor);
    await expect(sendRoundMails(killedAfterSending(), new Date())).rejects.toThrow("killed");
    expect(mails).toHaveLength(1);
    const others = await sendRoundMails(db(), new Date());
    expect(others).toMatchObject({ sent: 2, nextRun: expect.any(Date) as Date });
    expect(mails).toHaveLength(3);
    expect(await sendRoundMails(db(), others.nextRun ?? new Date())).toEqual({
      ...{ sent: 1, isServerDown: false, nextRun: null },
    });
    const ids = mails.map(({ headers }) => headers["message-id"]);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[0]);
  });

  it("a killed job and another run at the same time send each mail once", async () => {
    const { mails } = await startAppMailServer();
    await members("a", "b", "c", "d", "e", "f");
    await startRound(editor);
    await Promise.all([1, 2, 3].map(() => sendRoundMails(db(), new Date())));
    expect(mails).toHaveLength(6);
  });
});

describe("nightly housekeeping", () => {
  const runHousekeepingAt = async (now: Date) => {
    const housekeepingJob = jobs.find(({ name }) => name === "round_upkeep");
    const runner = await startRoundRunner(() => now, housekeepingJob ? [housekeepingJob] : []);
    await db().$executeRaw`DELETE FROM pgboss.job`;
    await db().$executeRaw`INSERT INTO pgboss.job (name, data, policy) VALUES ('round_upkeep', '{}', 'singleton')`;
    expect(await runner.workOff()).toBe(1);
  };
  const today = dayOf(new Date());
  const at = (day: string) => new Date(`${day}T12:00:00Z`);

  it("housekeeping closes rounds 30 days after their due day, with their counts", async () => {
    await members("a");
    await startRound(editor, { faellig_am: today });
    await runHousekeepingAt(at(daysLater(today, 30)));
    expect(await db().round.findFirst()).toMatchObject({ status: "running" });
    await runHousekeepingAt(at(daysLater(today, 31)));
    const round = await db().round.findFirstOrThrow();
    expect(round).toMatchObject({ status: "closed", counts: { recipients: 1, open: 1 } });
    expect(round.closed_at && dayOf(round.closed_at)).toBe(daysLater(today, 30));
    expect(await recipients()).toMatchObject([{ mail: null, state: "planned" }]);
  });

  it("housekeeping deletes answers twelve months after the end of a round, and keeps its counts", async () => {
    await members("a");
    const id = await startRound(editor);
    await db().$executeRaw`UPDATE round_records SET answer = 'confirmed', answered_at = now()`;
    await editor.post(`/api/rounds/${id}/close`);
    const proposal = { kind: "members", id: 1, label: "A", runde_id: id, name: "A", email: "a@ph.example" };
    const answerValues = {
      ...{ answer: "changed", answered_at: new Date(), comment: "So" },
      successor: { vorname: "B", nachname: "B", email: "b@ph.example" },
    };
    const values = { field: "telefon", value: "1", now: "2" };
    await db().proposal.createMany({
      data: [
        proposal,
        ...["accepted", "rejected", "replaced"].map((state) => ({ ...proposal, ...answerValues, ...values, state })),
      ],
    });
    await runHousekeepingAt(at(daysLater(today, 364)));
    expect(await recipients()).toHaveLength(1);
    await runHousekeepingAt(at(daysLater(today, 367)));
    expect(await recipients()).toEqual([]);
    const { json } = await editor.get<{ data: object }>(`/api/rounds/${id}`);
    expect(json.data).toMatchObject({ status: "closed", counts: { recipients: 1, records: 1, confirmed: 1, open: 0 } });
    expect(await db().proposal.findMany()).toMatchObject([
      {
        state: "accepted",
        name: "",
        email: "",
        answer: null,
        answered_at: null,
        comment: null,
        successor: null,
        field: "telefon",
        value: null,
        now: null,
      },
    ]);
    expect((await editor.get(`/api/rounds/${id}/recipients`)).json).toMatchObject({ total: 0, without_address: [] });
  });

  it("housekeeping keeps the counts of the remaining answers when it deletes them", async () => {
    await members("a", "b");
    const id = await startRound(editor);
    await editor.post(`/api/rounds/${id}/close`);
    await db().$executeRaw`DELETE FROM round_recipients WHERE email = 'b@ph.example'`;
    await runHousekeepingAt(at(daysLater(today, 367)));
    expect(await db().round.findFirst()).toMatchObject({ counts: { recipients: 1, records: 1 } });
  });

  it("housekeeping leaves drafts unchanged", async () => {
    await createDraft(editor, { faellig_am: "2020-01-01" });
    await runHousekeepingAt(new Date());
    expect(await db().round.findFirst()).toMatchObject({ status: "draft" });
  });
});
