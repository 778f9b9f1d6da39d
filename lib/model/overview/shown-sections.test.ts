import { expect, it } from "vitest";
import type { OverviewPart, OverviewRow } from "../answers/overview-answers";
import { withoutEmptyColumns } from "./shown-sections";

const row = (id: number, texts: string[], names: string[] | null): OverviewRow => ({
  ...{ id, label: `Uni ${id}`, href: `/institution/${id}`, names },
  cells: texts.map((text) => ({ text, href: null })),
});
const part = (rows: OverviewRow[]): OverviewPart => ({
  ...{ relation: "projectInstitutions", heading: "Partnerinstitutionen", total: rows.length, href: "/projects/1" },
  columns: ["Rolle", "Organisationsform", "Hochschulmitglieder"],
  shares: [30, 20, null, 40],
  blocks: [{ heading: null, total: rows.length, rows }],
});

it("a section is shown without the columns in which no row has a text", () => {
  const shown = withoutEmptyColumns(part([row(1, ["", "Schule"], []), row(2, ["", ""], [])]));
  expect(shown.columns).toEqual(["Organisationsform"]);
  expect(shown.shares).toEqual([30, null]);
  expect(shown.blocks[0]?.rows).toEqual([row(1, ["Schule"], null), row(2, [""], null)]);
});

it("a section is shown with each column in which one row has a text", () => {
  const full = part([row(1, ["Partner", ""], []), row(2, ["", "Schule"], ["Ada Lang"])]);
  expect(withoutEmptyColumns(full)).toEqual(full);
});
