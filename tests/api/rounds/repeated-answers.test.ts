import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { limits } from "@/lib/store/limits/rate-limit";
import { editRecord } from "@/lib/store/records/edit-records";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import { createMember, createProject } from "../../support/factories";
import { askRecipient, type AskedRecipientOfTest } from "../../support/records/confirmations";
import { proposalCalls } from "../../support/records/proposals";

/* Contract §15: what a recipient may have stored is bounded, however often the link is used. */

type Sent = Record<string, unknown>;
type AskedMember = AskedRecipientOfTest & { id: number };

async function askMember(felder: readonly string[] = ["telefon", "email"]): Promise<AskedMember> {
  const id = await createMember(db(), { telefon: "07171 1" });
  return { id, ...(await askRecipient({ kind: "members", ids: [id], felder })) };
}

async function send({ path, id }: AskedMember, answer: Sent) {
  const { status } = await call("POST", path, { body: { answers: [{ kind: "members", id, ...answer }] } });
  expect(status).toBe(200);
}
const CONFIRMED = { answer: "confirmed" };
const changed = (telefon: string) => ({ answer: "changed", changes: { telefon } });

const edit = (id: number, set: Sent) => editRecord(commandContext(), definitionOf("member"), { id, set });
/** Returns the number of changes in the history that confirmed a member. */
const confirmations = (id: number) => db().change.count({ where: { kind: "members", id, source: "round" } });
const proposals = (recipient_id: number) =>
  db().proposal.findMany({ where: { recipient_id }, orderBy: { proposal_id: "asc" } });
const answeredAt = async ({ recipient_id, id }: AskedMember) =>
  (await db().roundRecord.findUniqueOrThrow({ where: { recipient_id_record_id: { recipient_id, record_id: id } } }))
    .answered_at;

describe("the same answer about an unchanged record", () => {
  it("is no second change in the history", async () => {
    const asked = await askMember();
    await send(asked, CONFIRMED);
    await send(asked, CONFIRMED);
    expect(await confirmations(asked.id)).toBe(1);
  });

  it("stays that of the first time", async () => {
    const asked = await askMember();
    await send(asked, CONFIRMED);
    const first = await answeredAt(asked);
    await send(asked, CONFIRMED);
    expect(await answeredAt(asked)).toEqual(first);
  });

  it.each([
    ["changed", { ...changed("2"), comment: "seit Mai" }],
    ["not_mine", { answer: "not_mine", successor: { vorname: "Eva", nachname: "Neu", email: "eva@ph.example" } }],
    ["confirmed with a comment", { ...CONFIRMED, comment: "Bitte per Post" }],
  ])("is no second proposal: %s", async (_, answer) => {
    const asked = await askMember();
    await send(asked, answer);
    const first = await proposals(asked.recipient_id);
    await send(asked, answer);
    expect(await proposals(asked.recipient_id)).toEqual(first);
  });

  it("is no second proposal that a project has ended", async () => {
    const id = await createProject(db(), { status: PROJECT_STATUS.ongoing });
    const { path, recipient_id } = await askRecipient({ kind: "projects", ids: [id], felder: ["projekt_titel"] });
    const body = { answers: [{ kind: "projects", id, answer: "ended" }] };
    await call("POST", path, { body });
    const first = await proposals(recipient_id);
    await call("POST", path, { body });
    expect(await proposals(recipient_id)).toEqual(first);
  });

  it("is not proposed again when it was rejected", async () => {
    const asked = await askMember();
    await send(asked, changed("2"));
    const [proposal] = await proposals(asked.recipient_id);
    await proposalCalls(await loggedIn()).reject(proposal?.proposal_id);
    await send(asked, changed("2"));
    expect(await proposals(asked.recipient_id)).toMatchObject([{ state: "rejected" }]);
  });

  it("takes back that the recipient declined", async () => {
    const asked = await askMember();
    await send(asked, CONFIRMED);
    await call("POST", asked.path, { body: { declined: true } });
    await send(asked, CONFIRMED);
    const { state } = await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id: asked.recipient_id } });
    expect(state).toBe("answered");
  });
});

describe("an answer about a record whose shown fields have changed", () => {
  it("is stored again", async () => {
    const asked = await askMember();
    await send(asked, CONFIRMED);
    await edit(asked.id, { telefon: "07171 2" });
    await send(asked, CONFIRMED);
    expect(await confirmations(asked.id)).toBe(2);
  });

  it("is not stored again if only other fields have changed", async () => {
    const asked = await askMember();
    await send(asked, CONFIRMED);
    await edit(asked.id, { adresse: "Aachen" });
    await send(asked, CONFIRMED);
    expect(await confirmations(asked.id)).toBe(1);
  });
});

describe("alternating answers", () => {
  it("confirm an unchanged record once", async () => {
    const asked = await askMember();
    for (const answer of [CONFIRMED, { answer: "not_mine" }, CONFIRMED, changed("2"), CONFIRMED])
      await send(asked, answer);
    expect(await confirmations(asked.id)).toBe(1);
  });

  it("leave the latest one", async () => {
    const asked = await askMember();
    for (const answer of [CONFIRMED, changed("2"), CONFIRMED]) await send(asked, answer);
    const { json } = await call<{ records: Sent[] }>("GET", asked.path);
    expect(json.records[0]?.answer).toBe("confirmed");
  });

  it("leave the proposals of the latest one only", async () => {
    const asked = await askMember();
    for (const telefon of ["2", "3", "2", "3"]) await send(asked, changed(telefon));
    expect(await proposals(asked.recipient_id)).toMatchObject([{ value: "3", state: "open" }]);
  });

  it("keep what editors have decided", async () => {
    const asked = await askMember();
    await send(asked, changed("2"));
    const [proposal] = await proposals(asked.recipient_id);
    await proposalCalls(await loggedIn()).accept(proposal?.proposal_id);
    await send(asked, changed("3"));
    expect((await proposals(asked.recipient_id)).map(({ state }) => state)).toEqual(["accepted", "open"]);
  });
});

describe("more answers than 20 an hour and 3 for each record", () => {
  const statuses = async (path: string, times: number) => {
    const all: number[] = [];
    for (let at = 0; at < times; at += 1) all.push((await call("POST", path, { body: { declined: true } })).status);
    return all;
  };

  it("are refused", async () => {
    const ids = [await createMember(db()), await createMember(db())];
    const { path } = await askRecipient({ kind: "members", ids, felder: ["telefon"] });
    expect(await statuses(path, 27)).toEqual([...Array(26).fill(200), 429]);
  });

  it("are refused as forms, too", async () => {
    const { path } = await askMember();
    await statuses(path, 23);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call("POST", path, { raw: "declined=true", headers })).status).toBe(429);
  });

  it("leave the page open", async () => {
    const { path } = await askMember();
    await statuses(path, 24);
    expect((await call("GET", path)).status).toBe(200);
  });

  it("are refused with the time until the next one", async () => {
    configure({ RATE_LIMIT_FACTOR: 1 / limits.roundAnswers.attempts });
    const { path } = await askMember();
    await statuses(path, 1);
    const { status, headers } = await call("POST", path, { body: { declined: true } });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
  });
});
