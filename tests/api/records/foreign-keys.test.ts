import { NextRequest } from "next/server";
import { afterEach, expect, it, vi } from "vitest";
import { DELETE } from "@/app/api/members/[ph_id]/route";
import { db } from "@/lib/store/database/client";
import { userViolableConstraints } from "@/lib/base/errors/reference-constraints";
import { createMember } from "../../support/factories";
import { loggedIn } from "../../support/api";

/*
 * If a concurrent deletion violates a foreign key, the response is 404. If any other foreign key is
 * violated, this is a defect of the app (500).
 */

afterEach(() => vi.restoreAllMocks());

/** Foreign keys of rows that only the app's triggers and jobs write, or under a lock on the other row. */
const INTERNAL = [
  "file_chunks_content_id_fkey",
  "file_passages_content_id_fkey",
  "file_versions_content_id_fkey",
  "file_versions_datei_id_fkey",
  "project_deadlines_projekt_id_fkey",
  "proposals_runde_id_fkey",
  "round_recipients_runde_id_fkey",
  "round_records_recipient_id_fkey",
];

it("classifies every foreign key as user-violable or internal", async () => {
  const rows = await db().$queryRaw<{ conname: string }[]>`
    SELECT conname FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`;
  expect([...userViolableConstraints(), ...INTERNAL].toSorted()).toEqual(rows.map(({ conname }) => conname).toSorted());
});

it("returns 500 and logs when an internal foreign key is violated", async () => {
  const editor = await loggedIn();
  const id = await createMember(db());
  await db().$executeRaw`CREATE TABLE members_elsewhere (ph_id integer REFERENCES members (ph_id))`;
  await db().$executeRaw`INSERT INTO members_elsewhere VALUES (${id})`;
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  // Calls the handler without `call`, which fails for responses that the OpenAPI document does not
  // declare.
  const headers = { authorization: `Bearer ${editor.token}` };
  const request = new NextRequest(`http://localhost:3000/api/members/${id}`, { method: "DELETE", headers });
  const answer = await DELETE(request, { params: Promise.resolve({ ph_id: String(id) }) });
  expect([answer.status, await answer.json()]).toEqual([500, { success: false, message: "internal_error" }]);
  expect(logged).toHaveBeenCalledWith(
    expect.stringContaining(`DELETE /api/members/${id}`),
    expect.objectContaining({ constraint: "members_elsewhere_ph_id_fkey" }),
  );
  await db().$executeRaw`DROP TABLE members_elsewhere`;
  expect((await editor.delete(`/api/members/${id}`)).status).toBe(200);
});

it("returns 404 without logging when the other end of a link is deleted concurrently", async () => {
  const editor = await loggedIn();
  const id = await createMember(db());
  const logged = vi.spyOn(console, "error");
  expect(await editor.post(`/api/members/project/${id}/999999`)).toMatchObject({
    status: 404,
    json: { message: "data_not_found" },
  });
  expect(logged).not.toHaveBeenCalled();
});
