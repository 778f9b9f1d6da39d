import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/model/accounts/roles";
import { db } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { countOpenProposals } from "@/lib/features/rounds/server/proposals/count-proposals";
import { findProgress } from "@/lib/features/rounds/server/progress/find-progress";
import { findRecipients, findRunningRounds } from "@/lib/features/rounds/server/progress/find-running";
import { loggedIn, type Client } from "../../support/api";
import { createMember } from "../../support/factories";
import { startedRound } from "../../support/records/rounds";

/*
 * What the office's screens read of rounds besides the API's answers: how far they have come.
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

const as = (role: Role): Context => ({
  ...{ actor: { id: 1, name: "Erik", role }, connection: db(), locale: "de", source: "app" },
});
const ALL = { choice: "all", pageNo: 0, pageSize: 10 } as const;

/** Starts a round of three members. */
async function roundOfThree() {
  for (const email of ["a@example.org", "b@example.org", "c@example.org"]) await createMember(db(), { email });
  return startedRound(editor);
}
const recipient = (runde_id: number, email: string) => ({ runde_id_email: { runde_id, email } });

describe("the progress of a round", () => {
  it("counts recipients by state and the mails that wait", async () => {
    const runde_id = await roundOfThree();
    const state = { state: "answered", mail: null, mail_due: null, answered_at: new Date() };
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: state });
    const { states, waiting, retried, started_at } = await findProgress(as("editor"), runde_id);
    expect(states).toEqual({ planned: 2, sent: 0, failed: 0, answered: 1, declined: 0 });
    expect({ waiting, retried, isStarted: started_at !== null }).toEqual({ waiting: 2, retried: 0, isStarted: true });
  });

  it("names mails that are given up before those that are sent again, with the reasons", async () => {
    const runde_id = await roundOfThree();
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: { failure: "451 later" } });
    const givenUp = { state: "failed", mail: null, mail_due: null, failure: "550 no such user" };
    await db().roundRecipient.update({ where: recipient(runde_id, "b@example.org"), data: givenUp });
    const { failures, retried } = await findProgress(as("editor"), runde_id);
    expect(failures.map(({ failure, isRetried }) => [failure, isRetried])).toEqual([
      ["550 no such user", false],
      ["451 later", true],
    ]);
    expect(retried).toBe(1);
  });

  it("is refused to readers, and not found where there is no round", async () => {
    await expect(findProgress(as("reader"), 1)).rejects.toMatchObject({ code: "forbidden" });
    await expect(findProgress(as("editor"), 999_999)).rejects.toMatchObject({ code: "data_not_found" });
  });
});

describe("the recipients of a started round", () => {
  it("are listed with those without an answer first, or only those of a state", async () => {
    const runde_id = await roundOfThree();
    const state = { state: "answered", answered_at: new Date() };
    await db().roundRecipient.update({ where: recipient(runde_id, "a@example.org"), data: state });
    const all = await findRecipients(as("editor"), runde_id, ALL);
    expect([all.total, all.rows.at(-1)?.email, all.rows[0]?.records]).toEqual([3, "a@example.org", 1]);
    const answered = await findRecipients(as("editor"), runde_id, { ...ALL, choice: "answered" });
    expect(answered.rows.map(({ email }) => email)).toEqual(["a@example.org"]);
    expect((await findRecipients(as("editor"), runde_id, { ...ALL, choice: "open" })).total).toBe(2);
  });

  it("say who has declined in an earlier round", async () => {
    const earlier = await roundOfThree();
    const declined = { state: "declined", declined_at: new Date() };
    await db().roundRecipient.update({ where: recipient(earlier, "b@example.org"), data: declined });
    const { rows } = await findRecipients(as("editor"), await startedRound(editor), ALL);
    expect(rows.filter(({ declined_before }) => declined_before).map(({ email }) => email)).toEqual(["b@example.org"]);
  });
});

describe("running rounds", () => {
  it("are counted with the records that have an answer, those due first before others", async () => {
    const runde_id = await roundOfThree();
    const first = await startedRound(editor, { titel: "Eilig", faellig_am: "2098-01-01" });
    await db().roundRecord.updateMany({
      where: { recipient: recipient(first, "a@example.org").runde_id_email },
      data: { answer: "confirmed", answered_at: new Date() },
    });
    const { rounds, total } = await findRunningRounds(as("editor"), 5);
    expect(total).toBe(2);
    expect(rounds.map((round) => [round.runde_id, round.records, round.answered])).toEqual([
      [first, 3, 1],
      [runde_id, 3, 0],
    ]);
    expect((await findRunningRounds(as("editor"), 1)).total).toBe(2);
  });

  it("do not include one that has been due for more than thirty days", async () => {
    const runde_id = await roundOfThree();
    await db().round.update({ where: { runde_id }, data: { faellig_am: new Date("2020-01-01") } });
    expect(await findRunningRounds(as("editor"), 5)).toEqual({ rounds: [], total: 0 });
  });
});

it("counts open proposals, all of them or those of a round, and refuses readers", async () => {
  const runde_id = await roundOfThree();
  const proposal = { kind: "members", id: 1, label: "Ada" };
  await db().proposal.createMany({
    data: [proposal, { ...proposal, runde_id }, { ...proposal, runde_id, state: "rejected" }],
  });
  expect(await countOpenProposals(as("editor"))).toBe(2);
  expect(await countOpenProposals(as("editor"), runde_id)).toBe(1);
  await expect(countOpenProposals(as("reader"))).rejects.toMatchObject({ code: "forbidden" });
});
