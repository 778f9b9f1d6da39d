import { describe, expect, it } from "vitest";
import { describeFilters } from "./filter-words";
import type { FieldFilter } from "./filters";
import { LINK_STATES } from "../kinds/link-states";
import { definitionOf } from "../kinds/registry";

const t = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(" ");
const describeWords = (kind: string, where: FieldFilter[], choices = {}) =>
  describeFilters(definitionOf(kind), where, choices, t).map(({ name, text }) => `${name}: ${text}`);

describe("filters in words", () => {
  it("describeFilters names entries, and deleted entries by their id", () => {
    const where: FieldFilter[] = [{ field: "status", operator: "in", value: [2, 9] }];
    expect(describeWords("project", where, { status: [{ id: 2, label: "laufend" }] })).toEqual([
      "project.fields.status: laufend, #9",
    ]);
  });

  it("describeFilters names the first entries and counts the others", () => {
    const where: FieldFilter[] = [{ field: "status", operator: "in", value: [1, 2, 3, 4] }];
    const [filter] = describeFilters(definitionOf("project"), where, {}, t, { maxNames: 2 });
    expect(filter?.text).toBe("#1, #2, +2");
  });

  it("describeFilters combines both ends of a period, at any position", () => {
    const from: FieldFilter = { field: "projektbeginn", operator: "from", value: "2024-01-01" };
    const to: FieldFilter = { field: "projektbeginn", operator: "to", value: "2024-12-31" };
    const none: FieldFilter = { field: "personen", operator: "empty", value: true };
    const period = "project.fields.projektbeginn: 01.01.2024 – 31.12.2024";
    expect(describeWords("project", [to, none, from])).toEqual([period, "person.many: filters.none"]);
    expect(describeWords("project", [from])).toEqual(["project.fields.projektbeginn: filters.since 01.01.2024"]);
    expect(describeWords("project", [to])).toEqual(["project.fields.projektbeginn: filters.until 31.12.2024"]);
  });

  it("describeFilters says that records without a confirmation count as confirmed before a day", () => {
    const where: FieldFilter[] = [{ field: "bestaetigt_am", operator: "before", value: "2026-01-31" }];
    expect(describeWords("member", where)).toEqual(["member.fields.bestaetigt_am: filters.before 31.01.2026"]);
  });

  it("describeFilters names the values of a filter that are words, and the fields of links", () => {
    const where: FieldFilter[] = [
      { field: "institutionen.zustand", operator: "in", value: [1, 2], tokens: LINK_STATES },
      { field: "institutionen.hauptkontakt", operator: "in", value: [1], tokens: ["false", "true"] },
      { field: "institutionen.rollen", operator: "in", value: [4] },
    ];
    expect(describeWords("project", where, { "institutionen.rollen": [{ id: 4, label: "Koordination" }] })).toEqual([
      "institution.many: link.fields.zustand: filters.tokens.former, filters.tokens.future",
      "institution.many: link.fields.hauptkontakt: filters.tokens.true",
      "institution.many: link.fields.rollen: Koordination",
    ]);
    const [, , role] = describeFilters(definitionOf("project"), where, {}, t, { within: "institutionen" });
    expect(role?.name).toBe("link.fields.rollen");
  });

  it("describeFilters describes texts, links and timestamps", () => {
    expect(
      describeWords("member", [
        { field: "kommentare", operator: "contains", value: "Ulm" },
        { field: "telefon", operator: "empty", value: false },
        { field: "themenfelder", operator: "empty", value: false },
        { field: "changed", operator: "from", value: "2024-02-29" },
      ]),
    ).toEqual([
      "member.fields.kommentare: filters.contains Ulm",
      "member.fields.telefon: filters.filled",
      "member.fields.themenfelder: filters.some",
      "filters.changed: filters.since 29.02.2024",
    ]);
  });
});
