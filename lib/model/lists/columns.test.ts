import { describe, expect, it } from "vitest";
import type { ColumnWidths } from "./column-widths";
import { chosenColumns, columnNames, columnsNamed, defaultColumns, omitHiddenColumns } from "./columns";
import { allDefinitions, definitionOf } from "../kinds/registry";

const project = definitionOf("project");

const LANGUAGE = { locale: "de", words: (key: string) => key, today: "2026-06-15" } as const;

describe("columns", () => {
  it("columnNames has fields of the form, derived facts and lists, link lists, managed fields and times of change", () => {
    const names = columnNames(project);
    expect(names).toEqual(expect.arrayContaining(project.form.flatMap(({ fields }) => fields)));
    expect(names.slice(0, 2)).toEqual(["projekt_titel", "aliases"]);
    expect(names.slice(-13)).toEqual([
      "kommentare",
      "letzter_kuendigungstag",
      "fristenstand",
      "aktiv_bis",
      "vertrag",
      "zustaendige",
      "hochschulmitglieder",
      "institutionen",
      "personen",
      "bestaetigt_am",
      "bestaetigt_von",
      "created",
      "changed",
    ]);
    for (const definition of allDefinitions) {
      expect(columnNames(definition), definition.name).toEqual(expect.arrayContaining(defaultColumns(definition)));
    }
  });

  it("columns keep the chosen order after the column that names a row; unknown ones are dropped", () => {
    expect(chosenColumns(project, undefined)).toEqual(["projekt_titel", "status", "themenfelder"]);
    expect(chosenColumns(project, ["projektende", "gone", "projekt_titel", "projektende", "status"])).toEqual([
      "projekt_titel",
      "projektende",
      "status",
    ]);
    expect(chosenColumns(project, [])).toEqual(["projekt_titel"]);
  });

  it("columns are sortable only by the kind's sort keys", () => {
    const sorts = (names: string[]) => columnsNamed(project, names).map(({ sortBy }) => sortBy?.("en"));
    expect(sorts(["projektende", "status", "foerderer", "institutionen", "changed"])).toEqual([
      "projektende",
      "projektstatus_en",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("columns have the chosen width, but are never too narrow for a day", () => {
    const sharesOf = (widths: ColumnWidths) =>
      columnsNamed(project, ["projekt_titel", "projektende", "changed"], widths).map(({ share }) =>
        Number(share.toFixed(2)),
      );
    expect(sharesOf({})).toEqual([6, 2, 2.4]);
    expect(sharesOf({ projekt_titel: "narrow", projektende: "narrow", changed: "narrow" })).toEqual([3.6, 2, 2]);
    expect(sharesOf({ projektende: "wide", status: "wide" })).toEqual([6, 3.2, 2.4]);
  });

  it("columns name the first linked records, count the others, and show times of the university's time zone", () => {
    const [institutions, changed] = columnsNamed(project, ["institutionen", "changed"], {}, 3);
    const row = { institutionen: ["A", "B", "C"].map((name) => ({ name })), "institutionen.total": 5 };
    expect(institutions?.names?.(row, LANGUAGE)).toEqual(["A", "B", "C", "+2"]);
    expect(institutions?.text({ institutionen: ["A", "B", "C", "D"].map((name) => ({ name })) }, LANGUAGE)).toBe(
      "A, B, C, +1",
    );
    expect(institutions?.text({}, LANGUAGE)).toBe("");
    expect(changed?.text({ changed: "2026-07-01T10:00:00.000Z" }, LANGUAGE)).toBe("01.07.2026 12:00");
    expect(changed?.text({ changed: null }, LANGUAGE)).toBe("");
  });
});

it("omitHiddenColumns drops values that no column shows", () => {
  const member = definitionOf("member");
  const row = {
    ph_id: 7,
    nachname: "A",
    vorname: "B",
    email: "c",
    telefon: "1",
    institut: 2,
    institut_name_de: "I",
    kommentare: "lang",
  };
  const { kommentare: _kommentare, telefon, ...seen } = row;
  expect(omitHiddenColumns(member, [row], ["nachname", "email"])).toEqual([seen]);
  const { email: _email, ...others } = seen;
  expect(omitHiddenColumns(member, [row], ["nachname", "telefon"])).toEqual([{ ...others, telefon }]);
  const contract = {
    projekt_id: 1,
    projekt_titel: "P",
    projektbeginn: "2026-01-01",
    projektende: null,
    foerderer: "F",
  };
  const { foerderer: _, ...rest } = contract;
  expect(omitHiddenColumns(project, [contract], ["projekt_titel"])).toEqual([rest]);
});
