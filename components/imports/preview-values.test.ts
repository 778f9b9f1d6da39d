import { describe, expect, it } from "vitest";
import type { PreviewRow } from "@/lib/features/imports/import-answers";
import type { ImportField } from "./import-state";
import { previewText, filledFields, otherChanges, previewValue } from "./preview-values";

const field = (name: string, more: Partial<ImportField> = {}): ImportField => ({
  ...{ name, label: name, canJoinColumns: false, isConditional: false, canMatch: false, keepsAliases: false },
  ...more,
});
const fields = [
  field("titel"),
  field("adresse", { canJoinColumns: true }),
  field("ende", { isConditional: true }),
  field("einrichtungen", { entries: [] }),
  field("institutionen:5", { linked: "institution" }),
];
const column = (header: string, name: string | null) => ({ header, field: name, samples: [] });
const columns = [
  column("Projekt", "titel"),
  column("Straße", "adresse"),
  column("Notiz", null),
  column("Ort", "adresse"),
  column("Bis", "ende"),
  column("Institut", "einrichtungen"),
];
const names = { Institut: { "Werk Nord": "create", Labor: "leave" } } as const;
const filled = filledFields(columns, fields, names);
const row = (action: PreviewRow["action"], texts: PreviewRow["texts"], ...cells: string[]): PreviewRow => ({
  ...{ row: 2, action, id: 7, errors: {}, changes: [], similar: [], repeats: null },
  texts,
  cells,
});
const shown = (one: PreviewRow, name: string, { action = one.action, isDropping = false } = {}) => {
  const found = filled.find((each) => each.name === name);
  if (!found) throw new Error(`No column fills ${name}`);
  return previewValue(one, found, action, isDropping);
};

describe("filledFields", () => {
  it("joins columns that fill one field, and omits columns that fill none", () => {
    expect(filled.map(({ name, headers, places }) => ({ name, headers, places }))).toEqual([
      { name: "titel", headers: ["Projekt"], places: [0] },
      { name: "adresse", headers: ["Straße", "Ort"], places: [1, 3] },
      { name: "ende", headers: ["Bis"], places: [4] },
      { name: "einrichtungen", headers: ["Institut"], places: [5] },
    ]);
  });
});

describe("previewValue", () => {
  it("previews the values of a new record, and a cell only where its text differs", () => {
    const texts = { titel: { old: "", new: "Fluss" }, ende: { old: "", new: "01.10.1998" } };
    const one = row("create", texts, " Fluss ", "", "", "", "01.10.98");
    expect(shown(one, "titel")).toEqual({ text: "Fluss", tone: "set" });
    expect(shown(one, "ende")).toEqual({ text: "01.10.1998", tone: "set", cell: "01.10.98" });
  });

  it("previews the present value of a changed field, and mutes unchanged ones", () => {
    const one = row("update", { titel: { old: "Bach", new: "" } }, "", "Weg 1", "", "1010 Wien");
    expect(shown(one, "titel")).toEqual({ text: "", tone: "changed", old: "Bach" });
    expect(shown(one, "adresse")).toEqual({ text: "Weg 1 · 1010 Wien", tone: "muted" });
  });

  it("the preview does not repeat the cells of joined columns and of lists of names", () => {
    const texts = { adresse: { old: "", new: "Weg 1, 1010 Wien" }, einrichtungen: { old: "", new: "A, B" } };
    const one = row("create", texts, "", "Weg 1", "", "1010 Wien", "", "A | B");
    expect(shown(one, "adresse")).toEqual({ text: "Weg 1, 1010 Wien", tone: "set" });
    expect(shown(one, "einrichtungen")).toEqual({ text: "A, B", tone: "set" });
  });

  it("the preview shows the cells of rows that write nothing", () => {
    const one = row("same", {}, "Fluss");
    expect(shown(one, "titel")).toEqual({ text: "Fluss", tone: "muted" });
    expect(shown({ ...one, action: "refused" }, "titel")).toEqual({ text: "Fluss", tone: "set" });
    expect(shown({ ...one, action: "create" }, "titel", { action: "skip" })).toEqual({ text: "Fluss", tone: "muted" });
  });

  it("the preview marks names for which an entry or record is to be created", () => {
    const note = "created";
    expect(shown(row("update", {}, "", "", "", "", "", "A; Werk Nord"), "einrichtungen")).toMatchObject({ note });
    expect(shown(row("update", {}, "", "", "", "", "", "Labor"), "einrichtungen")).not.toHaveProperty("note");
  });

  it("the preview does not say that a value is unchanged where the import may leave it out", () => {
    const one = row("update", {}, "", "", "", "", "31.12.2030");
    expect(shown(one, "ende")).toEqual({ text: "31.12.2030", tone: "muted" });
    expect(shown(one, "ende", { isDropping: true })).toMatchObject({ note: "unchanged_or_dropped" });
  });
});

describe("otherChanges", () => {
  it("returns changed fields that no column fills, without the list of a column with a role", () => {
    const withRole = filledFields([column("Leitung", "institutionen:5")], fields, {});
    const change = { old: "", new: "x" };
    const texts = { institutionen: change, "institutionen:5": change, ende: change };
    expect(otherChanges(row("update", texts, "x"), withRole)).toEqual(["ende"]);
    expect(otherChanges(row("create", texts, "x"), withRole)).toEqual([]);
  });
});

it("previewText joins the filled cells of a field", () => {
  const [, address] = filled;
  expect(address && previewText(row("same", {}, "", "Weg 1 ", "", ""), address)).toBe("Weg 1");
});
