import { describe, expect, it } from "vitest";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { ProposalRow } from "./proposal-answers";
import { proposedRecords } from "./proposed-records";

const source: ProposalRow["source"] = {
  ...{ type: "round", runde_id: 1, name: "Ada Antwort", email: "ada@example.org" },
  ...{ answer: "changed", comment: null, successor: null },
};

const proposal = (overrides: Partial<ProposalRow> = {}): ProposalRow => ({
  ...{ proposal_id: 1, kind: "members", id: 7, label: "Ada Alt", field: "telefon", value: "2", now: "1", source },
  ...{ state: "open", created_at: "2026-11-02T08:00:00.000Z", decided_by: null, decided_at: null },
  ...overrides,
});

/** Groups proposals for records with stored values, by `<kind> <id>`. */
function shown(rows: readonly ProposalRow[], stored: Record<string, AnyRow> = {}) {
  return proposedRecords(rows, {
    names: { locale: "de", nameOf: (_list, id) => `Eintrag ${id}` },
    kindLabel: ({ name }) => name,
    fieldLabel: (_definition, name) => name,
    storedOf: (kind, id) => stored[`${kind} ${id}`] ?? null,
    totalOf: () => 0,
    successionOf: () => ({ kind: "member", list: null, predecessor: null }),
  });
}

const only = (row: ProposalRow, values: AnyRow | null) => {
  const [record] = shown([row], values ? { "members 7": values } : {});
  return record?.answers[0]?.fields[0];
};

describe("grouped proposals", () => {
  it("groups the proposals for one record, in the order of its first proposal", () => {
    const rows = [proposal(), proposal({ proposal_id: 2, id: 8 }), proposal({ proposal_id: 3, field: "email" })];
    expect(shown(rows).map(({ id, shown: count }) => [id, count])).toEqual([
      [7, 2],
      [8, 1],
    ]);
  });

  it("separates the answers of two people about one record", () => {
    const rows = [proposal(), proposal({ proposal_id: 2, source: { ...source, email: "bea@example.org" } })];
    expect(shown(rows)[0]?.answers.map(({ email }) => email)).toEqual(["ada@example.org", "bea@example.org"]);
  });

  it("sorts the fields of an answer in the order of the record's form", () => {
    const rows = [proposal({ field: "telefon" }), proposal({ proposal_id: 2, field: "vorname" })];
    expect(shown(rows)[0]?.answers[0]?.fields.map(({ field }) => field)).toEqual(["vorname", "telefon"]);
  });

  it("lists proposals without a field as notes", () => {
    const rows = [proposal({ field: null, source: { ...source, answer: "not_mine" } })];
    expect(shown(rows)[0]?.answers[0]).toMatchObject({ answer: "not_mine", fields: [], notes: [{ proposal_id: 1 }] });
  });

  it("returns how to enter a successor only if the answer names one", () => {
    const successor = { vorname: "Nora", nachname: "Neu", email: "nora@example.org" };
    const rows = [proposal(), proposal({ proposal_id: 2, id: 8, source: { ...source, successor } })];
    expect(shown(rows).map(({ answers }) => answers[0]?.succession?.kind)).toEqual([undefined, "member"]);
  });
});

describe("stored values", () => {
  it("a stored value differs neither from an unchanged field nor from an empty one", () => {
    expect(only(proposal(), { telefon: "1" })).toMatchObject({ isChanged: false, isSame: false });
    expect(only(proposal({ now: null }), { telefon: "" })).toMatchObject({ isChanged: false });
  });

  it("marks a stored value as changed if it differs from the value at the time of the proposal", () => {
    expect(only(proposal(), { telefon: "3" })).toMatchObject({ isChanged: true, isSame: false, stored: "3" });
  });

  it("recognizes a stored value that equals the proposed one", () => {
    expect(only(proposal(), { telefon: "2" })).toMatchObject({ isChanged: true, isSame: true });
  });

  it("returns no stored value for a record that does not exist any more", () => {
    expect(only(proposal(), null)).toMatchObject({ stored: null, isChanged: false });
    expect(shown([proposal()])[0]).toMatchObject({ label: "Ada Alt", href: null });
  });

  it("returns no stored value for a field that was removed from the declaration", () => {
    const row = proposal({ field: "fax", now: ["1", "2"], value: "3" });
    expect(only(row, { telefon: "1" })).toMatchObject({ label: "fax", now: "1, 2", value: "3", stored: null });
  });
});
