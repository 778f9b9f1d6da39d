import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { editRecord, editRecords } from "@/lib/store/records/edit-records";
import type { Edit } from "@/lib/store/records/edit";
import { findRecord } from "@/lib/store/records/find-records";
import { planEdits } from "@/lib/store/records/plan-edits";
import { createProject, createThematicField, memberValues } from "../../support/factories";

/* The write path: one edit and many edits obey the same rules and leave the same records and history. */

const member = definitionOf("member");
const projects = linkListOf("member", "kooperationsprojekte");
const topics = linkListOf("member", "themenfelder");

let project: number;
let topic: number;
beforeEach(async () => {
  project = await createProject(db());
  topic = await createThematicField(db());
});

/** Values that all members have in common. */
const memberOf = (values: AnyRow = {}) => memberValues({ nachname: "Musterfrau", email: "ada@example.org", ...values });

const newMember = async () =>
  (await editRecord(commandContext(db()), member, { id: null, set: memberOf({ einrichtungen: [1, 2] }) })).id;

/** Returns one edit of each type, and the records that they need. */
async function someEdits(): Promise<Edit[]> {
  const [changed, linked, removed, unchanged, both] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  await editRecord(commandContext(db()), member, { id: removed, links: [{ sides: projects, add: [project] }] });
  return [
    { id: changed, set: { vorname: "Neu", einrichtungen: [2, 3] } },
    { id: linked, links: [{ sides: projects, add: [project] }] },
    { id: removed, remove: true },
    { id: unchanged, set: { einrichtungen: [2, 1] } },
    { id: both, set: { telefon: "1" }, links: [{ sides: topics, only: [topic] }] },
    { id: null, set: memberOf({ vorname: "Neu", themenfelder: [topic] }) },
  ];
}

type HistoryRow = {
  action: string;
  id: number;
  version: number;
  fields: unknown;
  related_id: number | null;
  links: unknown;
};

/** Applies the edits in calls of `size` edits each. Returns the resulting records and history. */
async function outcomeOf(edits: readonly Edit[], size: number) {
  const batch = randomUUID();
  const context = { ...commandContext(db()), batch };
  const saved: { id: number; version: number }[] = [];
  for (let start = 0; start < edits.length; start += size) {
    saved.push(...(await editRecords(context, member, edits.slice(start, start + size))));
  }
  const positions = new Map(saved.map(({ id }, position) => [id, position]));
  const records = await Promise.all(saved.map(({ id }) => findRecord(context, member, id)));
  const history = await db().$queryRaw<HistoryRow[]>`
    SELECT action, id, version, fields, related_id, links FROM changes WHERE batch = ${batch}::uuid ORDER BY change_id`;
  return {
    versions: saved.map(({ version }) => version),
    records: records.map((record) => record && { ...record.data, ph_id: 0 }),
    history: history.map((row) => ({ ...row, id: positions.get(row.id) })),
  };
}

describe("edits", () => {
  it("edits leave the same records and history whether they are made one by one or together", async () => {
    const [single, together] = [await someEdits(), await someEdits()];
    expect(await outcomeOf(together, together.length)).toEqual(await outcomeOf(single, 1));
  });

  it("edits made together are all refused when one of them is", async () => {
    const id = await newMember();
    const edits = [
      { id, set: { vorname: "Neu" } },
      { id: null, set: memberOf({ nachname: "" }) },
    ];
    await expect(editRecords(commandContext(db()), member, edits)).rejects.toMatchObject({ code: "validation_failed" });
    expect((await findRecord(commandContext(db()), member, id))?.version).toBe(1);
  });

  it("two edits of one record, whose order would matter, are refused together", async () => {
    const id = await newMember();
    const edits = [
      { id, set: { vorname: "Eins" } },
      { id, set: { vorname: "Zwei" } },
    ];
    await expect(planEdits(commandContext(db()), member, edits)).rejects.toThrow("Two edits of the same record");
  });

  it("edits are planned without writing, each with its plan or its refusal", async () => {
    const id = await newMember();
    const missing = 2_000_000_000;
    const { plans, refusals } = await planEdits(commandContext(db()), member, [
      { id: missing, set: { vorname: "Neu" } },
      { id, set: { vorname: "Neu" } },
      { id: null, set: memberOf({ titel: missing }) },
    ]);
    expect(plans.map(({ action, version, fields }) => [action, version, fields.map(({ name }) => name)])).toEqual([
      ["update", 2, ["vorname"]],
    ]);
    expect(refusals.map(({ error }) => [error.code, error.details.errors])).toEqual([
      ["data_not_found", undefined],
      ["validation_failed", { titel: ["exists"] }],
    ]);
    expect((await findRecord(commandContext(db()), member, id))?.version).toBe(1);
  });

  it("edits of a restored record continue its version numbers and restore its links", async () => {
    const id = await newMember();
    const links = [{ relation: "memberProjects", kind: "projects", id: project, label: "" }];
    await editRecord(commandContext(db()), member, { id, remove: true });
    const saved = await editRecord(commandContext(db()), member, {
      id,
      restore: { version: 4, values: memberOf(), links },
    });
    expect(saved).toEqual({ id, version: 5 });
    expect((await findRecord(commandContext(db()), member, id))?.data.kooperationsprojekte).toMatchObject([
      { projekt_id: project },
    ]);
  });
});
