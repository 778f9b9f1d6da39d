import { expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { call, loggedIn } from "../../support/api";
import { createMember } from "../../support/factories";
import { startRound, tokenOf } from "../../support/records/rounds";

it("answers of a started round are counted, and accepted changes confirm the record", async () => {
  const editor = await loggedIn();
  const id = await createMember(db(), { email: "ada.runde@ph.example", telefon: "1" });
  const other = await createMember(db(), { email: "bea.runde@ph.example" });
  const query = `ids=${id},${other}`;
  const runde_id = await startRound(editor, { query, felder: ["telefon", "adresse"] });
  const [ada, bea] = [await tokenOf(runde_id, "ada.runde@ph.example"), await tokenOf(runde_id, "bea.runde@ph.example")];

  const changes = { telefon: "2", adresse: "Weg 1" };
  await call("POST", `/api/confirm/${ada}`, {
    body: { answers: [{ kind: "members", id, answer: "changed", changes }] },
  });
  await call("POST", `/api/confirm/${bea}`, {
    body: { answers: [{ kind: "members", id: other, answer: "confirmed" }] },
  });
  const { json: round } = await editor.get(`/api/rounds/${runde_id}`);
  expect(JSON.stringify(round)).toMatch(/"confirmed":1/);
  expect(JSON.stringify(round)).toMatch(/"changed":1/);

  const { json } = await editor.get<{ data: { proposal_id: number }[] }>(`/api/proposals?runde_id=${runde_id}`);
  const ids = json.data.map(({ proposal_id }) => proposal_id);
  expect((await editor.post("/api/proposals/accept", { ids })).json).toMatchObject({ accepted: 2, refused: [] });
  const member = await db().member.findUniqueOrThrow({ where: { ph_id: id } });
  expect([member.telefon, member.adresse]).toEqual(["2", "Weg 1"]);
  expect(member.bestaetigt_von).not.toBeNull();

  expect((await editor.post(`/api/rounds/${runde_id}/close`)).status).toBe(200);
  expect((await call("GET", `/api/confirm/${ada}`)).status).toBe(404);
});

it("a round that is closed while recipients answer counts each answer that was accepted", async () => {
  const editor = await loggedIn();
  const emails = Array.from({ length: 8 }, (_, at) => `closing.${at}@ph.example`);
  const ids = await Promise.all(emails.map((email) => createMember(db(), { email })));
  const runde_id = await startRound(editor, { query: `ids=${ids.join(",")}` });
  const tokens = await Promise.all(emails.map((email) => tokenOf(runde_id, email)));
  const answers = tokens.map((token, at) =>
    call("POST", `/api/confirm/${token}`, {
      body: { answers: [{ kind: "members", id: ids[at], answer: "confirmed" }] },
    }),
  );
  answers.splice(4, 0, editor.post(`/api/rounds/${runde_id}/close`));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 404)).toContain(200);
  expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
  const acceptedCount = statuses.filter((status) => status === 200).length - 1;
  const { json } = await editor.get<{ data: { counts: { confirmed: number } } }>(`/api/rounds/${runde_id}`);
  expect(json.data.counts.confirmed).toBe(acceptedCount);
});
