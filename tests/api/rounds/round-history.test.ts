import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { Change, HistoryEntry } from "@/lib/features/history/history-answers";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createMember } from "../../support/factories";
import { createRecipient } from "../../support/records/confirmations";
import { createDraft, startRound, startRoundRunner, tokenOf } from "../../support/records/rounds";

/*
 * What the history says about confirmation rounds (contract §15).
 */

let admin: Client;
let editor: Client;
let reader: Client;
beforeAll(async () => {
  [admin, editor, reader] = [
    await loggedIn({ role: "admin" }),
    await loggedIn({ role: "editor" }),
    await loggedIn({ role: "reader" }),
  ];
});
beforeEach(async () => {
  await db().round.deleteMany();
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await db().$executeRaw`TRUNCATE members CASCADE`;
});

const addressOf = (name: string) => `${name}@ph.example`;
const member = (name: string) => createMember(db(), { vorname: "M", nachname: name, email: addressOf(name) });
const changesFor = async (client: Client, query: string) =>
  (await client.get<{ data: Change[] }>(`/api/history?${query}`)).json.data;
/** Returns the changes of a round, the oldest first. */
const changesOf = async (runde_id: number, client = editor) =>
  (await changesFor(client, `kind=rounds&id=${runde_id}`)).reverse();
/** Returns the new values of a change, by field. */
const valuesIn = ({ fields }: Change) => Object.fromEntries(fields.map(({ name, new: now }) => [name, now]));
const remind = async (runde_id: number) => {
  await db().roundRecipient.updateMany({ where: { runde_id }, data: { state: "sent", mail: null, mail_due: null } });
  return editor.post(`/api/rounds/${runde_id}/remind`);
};
const close = (runde_id: number) => editor.post(`/api/rounds/${runde_id}/close`);
const renew = (runde_id: number, email: string) => editor.post(`/api/rounds/${runde_id}/recipients/renew`, { email });
const makeOverdue = (runde_id: number) =>
  db().round.update({
    where: { runde_id },
    data: { faellig_am: new Date(`${daysLater(dayOf(new Date()), -31)}T00:00:00Z`) },
  });
const confirm = async (runde_id: number, email: string, ids: readonly number[]) => {
  const answers = ids.map((id) => ({ kind: "members", id, answer: "confirmed" }));
  const { status } = await call("POST", `/api/confirm/${await tokenOf(runde_id, email)}`, { body: { answers } });
  expect(status).toBe(200);
};

describe("the history of a round", () => {
  it("says who started, reminded and closed it, with numbers", async () => {
    const [one] = [await member("a"), await member("b"), await member("c"), await member("C")];
    const runde_id = await startRound(editor);
    await confirm(runde_id, addressOf("a"), [one]);
    await remind(runde_id);
    await close(runde_id);
    const changes = await changesOf(runde_id);
    const { json: account } = await editor.get<{ id: number; name: string }>("/api/user");
    for (const change of changes) {
      const { id, name } = account;
      expect(change).toMatchObject({
        user: { id, name },
        source: "app",
        batch: null,
        revertible: false,
        related: null,
      });
      expect(change).toMatchObject({ kind: "rounds", id: runde_id, label: "Herbstrunde" });
    }
    expect(changes.map((change) => [change.action, valuesIn(change)])).toEqual([
      ["update", { status: "running", recipients: 2, without_address: 2 }],
      ["reminded", { mails: 1 }],
      [
        "update",
        {
          ...{ status: "closed", recipients: 2, records: 2 },
          ...{ confirmed: 1, changed: 0, ended: 0, not_mine: 0, open: 1 },
        },
      ],
    ]);
  });

  it("says that a link was renewed, and whether it went to another address, but never to which", async () => {
    const id = await member("a");
    const runde_id = await startRound(editor);
    await renew(runde_id, addressOf("a"));
    await editor.put(`/api/members/${id}`, { email: addressOf("neu") });
    await renew(runde_id, addressOf("a"));
    const [, ...renewals] = await changesOf(runde_id);
    expect(renewals.map((change) => [change.action, valuesIn(change)])).toEqual([
      ["renewed", { generation: 2 }],
      ["renewed", { generation: 3, address_changed: true }],
    ]);
    expect(JSON.stringify(await changesOf(runde_id))).not.toContain("@");
  });

  it("says nothing about what was refused", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    await editor.post(`/api/rounds/${runde_id}/start`);
    await renew(runde_id, "unknown@ph.example");
    await remind(runde_id);
    await remind(runde_id);
    await close(runde_id);
    await close(runde_id);
    expect((await changesOf(runde_id)).map(({ action }) => action)).toEqual(["update", "reminded", "update"]);
  });

  it("remains when the round is deleted", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    await close(runde_id);
    expect((await editor.delete(`/api/rounds/${runde_id}`)).status).toBe(200);
    const last = (await changesOf(runde_id)).at(-1);
    expect(last).toMatchObject({ action: "delete", label: "Herbstrunde", revertible: false });
    expect(last?.fields).toContainEqual({ name: "status", old: "closed", new: null });
  });

  it("calls an overdue round closed when it is deleted before a job has closed it", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    await makeOverdue(runde_id);
    expect((await editor.delete(`/api/rounds/${runde_id}`)).status).toBe(200);
    expect((await changesOf(runde_id)).at(-1)?.fields).toEqual([{ name: "status", old: "closed", new: null }]);
  });

  it("says that a job has closed it", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    await makeOverdue(runde_id);
    await (await startRoundRunner()).workOff();
    const last = (await changesOf(runde_id)).at(-1);
    expect(last).toMatchObject({ action: "update", user: null, source: "job" });
    expect(last?.fields).toContainEqual({ name: "status", old: "running", new: "closed" });
  });

  it("cannot be reverted", async () => {
    await member("a");
    const [start] = await changesOf(await startRound(editor));
    const { status, json } = await admin.post(`/api/history/${start?.change_id}/revert`);
    expect([status, json]).toMatchObject([409, { message: "not_revertible" }]);
  });

  it("is seen by editors and admins only, in all ways to the history", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    const { json: account } = await editor.get<{ id: number }>("/api/user");
    for (const path of ["/api/history", "/api/history/entries"]) {
      for (const query of [`kind=rounds`, `kind=rounds&id=${runde_id}`]) {
        expect((await reader.get(`${path}?${query}`)).status).toBe(403);
        expect((await editor.get<{ data: object[] }>(`${path}?${query}`)).json.data).not.toEqual([]);
      }
    }
    const isOfRound = ({ kind, id }: Change) => kind === "rounds" && id === runde_id;
    for (const query of ["pageSize=100", "pageSize=100&action=update"]) {
      expect((await changesFor(reader, query)).filter(isOfRound)).toEqual([]);
      expect((await changesFor(editor, query)).filter(isOfRound)).toHaveLength(1);
      expect((await changesFor(admin, query)).filter(isOfRound)).toHaveLength(1);
    }
    expect((await changesFor(admin, `user=${account.id}`)).filter(isOfRound)).toHaveLength(1);
    const [start] = await changesOf(runde_id, admin);
    expect((await reader.post(`/api/history/${start?.change_id}/revert`)).status).toBe(403);
  });

  it("is counted and paged like other changes", async () => {
    await member("a");
    const runde_id = await startRound(editor);
    await remind(runde_id);
    await close(runde_id);
    await createDraft(editor);
    const page = await editor.get<{ total: number; data: Change[] }>(
      "/api/history?kind=rounds&pageSize=2&from=2020-01-01",
    );
    const { total } = page.json;
    const all = await changesFor(editor, "kind=rounds&pageSize=100");
    expect(total).toBe(all.length);
    expect(page.json.data).toEqual(all.slice(0, 2));
    expect((await changesFor(editor, "kind=rounds&action=reminded")).at(0)).toMatchObject({ id: runde_id });
  });
});

describe("a confirmation", () => {
  it("names its round in the record's history, also to readers", async () => {
    const id = await member("a");
    const runde_id = await startRound(editor);
    await confirm(runde_id, addressOf("a"), [id]);
    const [change] = await changesFor(reader, `kind=members&id=${id}`);
    expect(change).toMatchObject({
      ...{ action: "update", source: "round", user: null, kind: "members", id, revertible: false },
      related: { kind: "rounds", id: runde_id, label: "Herbstrunde" },
    });
    expect((await changesOf(runde_id)).map(({ action }) => action)).toEqual(["update"]);
  });

  it("names its round also when an editor accepts what was proposed", async () => {
    const id = await member("a");
    const runde_id = await startRound(editor);
    const answers = [{ kind: "members", id, answer: "changed", changes: { telefon: "07171 99" } }];
    const path = `/api/confirm/${await tokenOf(runde_id, addressOf("a"))}`;
    expect((await call("POST", path, { body: { answers } })).status).toBe(200);
    const { proposal_id } = await db().proposal.findFirstOrThrow({ where: { runde_id } });
    expect((await editor.post("/api/proposals/accept", { ids: [proposal_id] })).status).toBe(200);
    const [confirmation] = await changesFor(editor, `kind=members&id=${id}`);
    expect(confirmation).toMatchObject({ source: "round", user: null, related: { kind: "rounds", id: runde_id } });
  });

  it("of several records is one entry, which names the round", async () => {
    const ids = [await member("a"), await member("b")];
    const { path, runde_id } = await createRecipient({ kind: "members", ids, felder: ["telefon"] });
    const answers = ids.map((id) => ({ kind: "members", id, answer: "confirmed" }));
    expect((await call("POST", path, { body: { answers } })).status).toBe(200);
    const { json } = await reader.get<{ data: HistoryEntry[] }>("/api/history/entries?kind=members&action=update");
    expect(json.data[0]?.batch).toMatchObject({
      count: 2,
      summary: {
        ...{ story: "records", isConfirmation: true, records: 2 },
        other: { kind: "rounds", id: runde_id, label: "Kooperationen 2026" },
      },
    });
  });

  it("is counted for its record's kind only", async () => {
    const id = await member("a");
    const runde_id = await startRound(editor);
    const countOf = async (query: string) => (await editor.get<{ total: number }>(`/api/history?${query}`)).json.total;
    const before = [await countOf("kind=members"), await countOf("kind=rounds"), await countOf("")];
    await confirm(runde_id, addressOf("a"), [id]);
    const after = [await countOf("kind=members"), await countOf("kind=rounds"), await countOf("")];
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 0, 1]);
  });
});
