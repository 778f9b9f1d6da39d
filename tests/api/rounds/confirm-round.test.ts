import { expect, it } from "vitest";
import { db } from "@/lib/server/database/client";
import { call, loggedIn } from "../../support/api";
import { createMember } from "../../support/factories";
import { startedRound, tokenOf } from "../../support/records/rounds";

it("answers of a started round are counted, and accepted changes confirm the record", async () => {
  const editor = await loggedIn();
  const id = await createMember(db(), { email: "ada.runde@ph.example", telefon: "1" });
  const other = await createMember(db(), { email: "bea.runde@ph.example" });
  const query = `ids=${id},${other}`;
  const runde_id = await startedRound(editor, { query, felder: ["telefon", "adresse"] });
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
