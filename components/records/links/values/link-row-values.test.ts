import { describe, expect, it } from "vitest";
import { linkListOf } from "@/lib/model/kinds/relations";
import { flagText, linkText, linkValuesOf, shownLinkFields } from "./link-row-values";

const { relation } = linkListOf("project", "institutionen");
const { relation: topics } = linkListOf("project", "themenfelder");
const fields = relation.fields ?? {};
const partner = { rolle_id: 5, rolle_de: "Partner", rolle_en: "Partner" };
const row = { name: "Uni Wien", rollen: [partner], seit: "2021-01-01", bis: null, hauptkontakt: true, bemerkung: "" };

describe("the values of a link", () => {
  it("the values of a link are those of its row, with the ids of entries", () => {
    expect(linkValuesOf(relation, row)).toEqual({
      rollen: [5],
      seit: "2021-01-01",
      bis: null,
      hauptkontakt: true,
      bemerkung: "",
    });
  });

  it("the values of a link are empty where its row lacks them", () => {
    expect(linkValuesOf(relation, {})).toEqual({
      rollen: [],
      seit: null,
      bis: null,
      hauptkontakt: false,
      bemerkung: "",
    });
    expect(linkValuesOf(topics, row)).toEqual({});
  });

  it("the values of a link have a text unless they are empty or a flag, which has a mark", () => {
    const texts = Object.keys(fields).map((name) => linkText(fields[name], row, name, "de"));
    expect(texts).toEqual(["Partner", "01.01.2021", "", "", ""]);
    expect(flagText(fields.hauptkontakt, row, "hauptkontakt", "de")).toBe("ja");
    expect(flagText(fields.seit, row, "seit", "de")).toBe("");
  });
});

describe("the columns of a table of links", () => {
  it("a table of links has columns for roles and period and shows further fields beside the roles", () => {
    expect(shownLinkFields(relation)).toEqual({
      columns: ["rollen", "seit", "bis"],
      secondary: ["hauptkontakt", "bemerkung"],
    });
  });

  it("a table of links begins with the first field where there are neither roles nor a period", () => {
    const { bemerkung, hauptkontakt } = fields;
    const plain = { ...topics, fields: { bemerkung, hauptkontakt } as typeof fields };
    expect(shownLinkFields(plain)).toEqual({ columns: ["bemerkung"], secondary: ["hauptkontakt"] });
    expect(shownLinkFields(topics)).toEqual({ columns: [], secondary: [] });
  });
});
