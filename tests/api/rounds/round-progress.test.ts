import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/model/accounts/roles";
import { db } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { countOpenProposals } from "@/lib/features/rounds/server/proposals/count-proposals";
import { findProgress } from "@/lib/features/rounds/server/progress/find-progress";
import { findRecipients, findRunningRounds } from "@/lib/features/rounds/server/progress/find-running";
import { loggedIn, type Client } from "../../support/api";
import { createMember } from "../../support/factories";
import { startRound } from "../../support/records/rounds";

/*
 * The progress of rounds, which the office's screens read directly instead of from the API.
 */

let editor: Client;
beforeAll(async () => {
  editor = await loggedIn({ role: "editor" });
});
beforeEach(async () => {
  await db().round.deleteMany();
  await db().proposal.deleteMany();
  await db().$executeRaw`TRUNCATE members CASCADE`;
});

const contextOf = (role: Role): Context => ({
  ...{ actor: { id: 1, name: "Erik", role }, connection: db(), locale: "de", source: "app" },
});
const ALL = { choice: "all", pageNo: 0, pageSize: 10 } as const;

/** Starts a round of three members. */
async function roundOfThree() {
  for (const email of ["a@example.org", "b@example.org", "c@example.org"]) await createMember(db(), { email });
  return startRound(editor);
}
const recipient = (runde_id: number, email: string) => ({ runde_id_email: { runde_id, email } });

describe("the progress of a round", () => {
  it("the progress counts recipients by state, and waiting mails", async () => {
    const runde_id = await roundOfThree();
    const state = { state: "answered", mail: null, mail_due: null, answered_at: new Date() };
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: state });
    const { states, waiting, retried, started_at } = await findProgress(contextOf("editor"), runde_id);
    expect(states).toEqual({ planned: 2, sent: 0, failed: 0, answered: 1, declined: 0 });
    expect({ waiting, retried, isStarted: started_at !== null }).toEqual({ waiting: 2, retried: 0, isStarted: true });
  });

  it("the progress names mails that are given up before those that are sent again, with the reasons", async () => {
    const runde_id = await roundOfThree();
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: { failure: "451 later" } });
    const givenUp = { state: "failed", mail: null, mail_due: null, failure: "550 no such user" };
    await db().roundRecipient.update({ where: recipient(runde_id, "b@example.org"), data: givenUp });
    const { failures, retried } = await findProgress(contextOf("editor"), runde_id);
    expect(failures.map(({ failure, isRetried }) => [failure, isRetried])).toEqual([
      ["550 no such user", false],
      ["451 later", true],
    ]);
    expect(retried).toBe(1);
  });

  it("the progress is refused to readers, and returns 404 for an unknown round", async () => {
    await expect(findProgress(contextOf("reader"), 1)).rejects.toMatchObject({ code: "forbidden" });
    await expect(findProgress(contextOf("editor"), 999_999)).rejects.toMatchObject({ code: "data_not_found" });
  });
});

describe("recipients of started rounds", () => {
  it("recipients without an answer are listed first, and a state can be selected", async () => {
    const runde_id = await roundOfThree();
    const state = { state: "answered", answered_at: new Date() };
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: state });
    const all = await findRecipients(contextOf("editor"), runde_id, ALL);
    expect([all.total, all.rows.at(-1)?.email, all.rows[0]?.records]).toEqual([3, "a@example.org", 1]);
    const answered = await findRecipients(contextOf("editor"), runde_id, { ...ALL, choice: "answered" });
    expect(answered.rows.map(({ email }) => email)).toEqual(["a@example.org"]);
    expect((await findRecipients(contextOf("editor"), runde_id, { ...ALL, choice: "open" })).total).toBe(2);
  });

  it("recipients are listed with declines of an earlier round", async () => {
    const earlier = await roundOfThree();
    const declined = { state: "declined", declined_at: new Date() };
    await db().roundRecipient.update({ where: recipient(earlier, "b@example.org"), data: declined });
    const { rows } = await findRecipients(contextOf("editor"), await startRound(editor), ALL);
    expect(rows.filter(({ declined_before }) => declined_before).map(({ email }) => email)).toEqual(["b@example.org"]);
  });
});

describe("running rounds", () => {
  it("running rounds are counted with the answered records, the earliest due day first", async () => {
    const runde_id = await roundOfThree();
    const first = await startRound(editor, { titel_de: "Eilig", titel_en: "Urgent", faellig_am: "2098-01-01" });
    await db().roundRecord.updateMany({
      where: { recipient: recipient(first, "a@example.org").runde_id_email },
      data: { answer: "confirmed", answered_at: new Date() },
    });
    const { rounds, total } = await findRunningRounds(contextOf("editor"), 5);
    expect(total).toBe(2);
    expect(rounds.map((round) => [round.runde_id, round.records, round.answered])).toEqual([
      [first, 3, 1],
      [runde_id, 3, 0],
    ]);
    expect((await findRunningRounds(contextOf("editor"), 1)).total).toBe(2);
  });

  it("running rounds do not include one that has been due for more than thirty days", async () => {
    const runde_id = await roundOfThree();
    await db().round.update({ where: { runde_id }, data: { faellig_am: new Date("2020-01-01") } });
    expect(await findRunningRounds(contextOf("editor"), 5)).toEqual({ rounds: [], total: 0 });
  });
});

it("the proposal count includes open proposals, all or those of a round, and is refused to readers", async () => {
  const runde_id = await roundOfThree();
  const proposal = { kind: "members", id: 1, label: "Ada" };
  await db().proposal.createMany({
    data: [proposal, { ...proposal, runde_id }, { ...proposal, runde_id, state: "rejected" }],
  });
  expect(await countOpenProposals(contextOf("editor"))).toBe(2);
  expect(await countOpenProposals(contextOf("editor"), runde_id)).toBe(1);
  await expect(countOpenProposals(contextOf("reader"))).rejects.toMatchObject({ code: "forbidden" });
});
