import { describe, expect, it } from "vitest";
import { changedFields, copiedValues, formValues, mergeLinks, valueText } from "./form-values";
import { nameIn, offeredOptions, referenceOptions, type EntryOptions } from "../reference-lists/reference-lists";
import { definitionOf } from "../kinds/registry";

describe("formValues", () => {
  it("formValues of a new record are empty except for the specification's defaults", () => {
    expect(formValues(definitionOf("project"), null)).toMatchObject({
      status: 1,
      zusammenarbeit_ende_nach_vertrag: 0,
      vertragsgrundlage: null,
      einrichtungen: [],
      projekt_titel: "",
    });
  });

  it("formValues contains the loaded aliases, and none for a new record", () => {
    const institution = definitionOf("institution");
    expect(formValues(institution, null)).toMatchObject({ aliases: [] });
    expect(formValues(institution, { name: "TU", aliases: ["Uni"] })).toMatchObject({ name: "TU", aliases: ["Uni"] });
  });

  it("formValues converts loaded links into ids and omits the link lists of tabs", () => {
    const values = formValues(definitionOf("project"), {
      projekt_id: 7,
      projekt_titel: "T",
      themenfelder: [{ themenfeld_id: 3, themenfeld_de: "a", themenfeld_en: "b" }],
      personen: [{ person_id: 1 }],
    });
    expect(values).toMatchObject({ projekt_titel: "T", themenfelder: [3] });
    expect(values).not.toHaveProperty("personen");
    expect(values).not.toHaveProperty("projekt_id");
  });
});

describe("mergeLinks", () => {
  it("mergeLinks keeps the user's changes and applies those made elsewhere", () => {
    // The list was loaded as 1, 2, 3. The user has removed 3 and added 4; others have removed 1 and
    // added 5.
    expect(mergeLinks([1, 2, 4], [1, 2, 3], [2, 3, 5])).toEqual([2, 4, 5]);
  });
});

describe("changedFields", () => {
  it("changedFields returns the fields that differ, and compares lists as sets", () => {
    const before = { a: "1", b: [1, 2], c: [1], d: null, e: undefined };
    expect(changedFields(before, { a: "2", b: [2, 1], c: [1, 3], d: null, e: undefined })).toEqual({
      a: "2",
      c: [1, 3],
    });
  });
});

describe("valueText", () => {
  const names = { locale: "en" as const, nameOf: nameIn({}) };
  it("valueText formats linked records by the names in their rows", () => {
    const project = definitionOf("project");
    const record = {
      themenfelder: [{ themenfeld_id: 1, themenfeld_de: "Lesen", themenfeld_en: "Reading" }],
      status: 1,
    };
    expect(valueText(project, record, "themenfelder", names)).toBe("Reading");
    expect(valueText(project, record, "status", names)).toBe("#1");
    expect(valueText(project, record, "foerderer", names)).toBe("");
  });
});

describe("copiedValues", () => {
  it("copiedValues leaves out the aliases, which are names of the original", () => {
    const record = { themenfeld_de: "Lesen", themenfeld_en: "Reading", aliases: ["Lektüre"] };
    expect(copiedValues(definitionOf("thematicField"), record, {})).toEqual({
      themenfeld_de: "Lesen",
      themenfeld_en: "Reading",
      aliases: [],
    });
  });
});

describe("inactive entries", () => {
  const options: EntryOptions = {
    titel: [
      { id: -1, label: "k. A." },
      { id: 3, label: "Dr.", inactive: true },
    ],
    einrichtungen: [
      { id: 1, label: "Zentrum" },
      { id: 2, label: "Archiv", inactive: true },
    ],
  };
  const ids = (carried: unknown, list: "titel" | "einrichtungen") =>
    offeredOptions(options[list] ?? [], carried).map(({ id }) => id);

  it("inactive entries are offered only for a record that already has them", () => {
    expect([ids(-1, "titel"), ids(3, "titel"), ids(null, "titel")]).toEqual([[-1], [-1, 3], [-1]]);
    expect([ids([], "einrichtungen"), ids([2], "einrichtungen")]).toEqual([[1], [1, 2]]);
  });

  it("inactive entries are not copied", () => {
    const record = { ph_id: 1, titel: 3, einrichtungen: [1, 2], nachname: "Muster" };
    expect(copiedValues(definitionOf("member"), record, options)).toMatchObject({
      titel: -1,
      einrichtungen: [1],
      nachname: "Muster",
    });
  });
});

describe("options of a list with groups", () => {
  const role = (rolle_id: number, relation: string, active = true) => ({
    ...{ rolle_id, rolle_de: `Rolle ${rolle_id}`, rolle_en: `Role ${rolle_id}`, relation, active },
  });
  const entries = [role(1, "project_member"), role(2, "project_person"), role(3, "project_person", false)];
  const options = referenceOptions("verknuepfungsrollen", entries, "en");

  it("options of a list with groups have their group", () => {
    expect(options[1]).toMatchObject({ id: 2, label: "Role 2", group: "project_person" });
  });

  it("options of a group are offered for a field of this group only", () => {
    const ids = (carried: unknown, group?: string) => offeredOptions(options, carried, group).map(({ id }) => id);
    expect([ids([], "project_person"), ids([3], "project_person"), ids([3])]).toEqual([[2], [2, 3], [1, 2, 3]]);
  });
});
