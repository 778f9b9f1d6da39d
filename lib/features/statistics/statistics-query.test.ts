import { describe, expect, it } from "vitest";
import { isStatisticsParameter, parseStatisticsAddress } from "./statistics-query";

const TODAY = "2026-11-28";
const parse = (query: string) => parseStatisticsAddress(new URLSearchParams(query), TODAY);

describe("parseStatisticsAddress", () => {
  it("asks for the projects of today if there are no parameters", () => {
    expect(parse("")).toEqual({
      question: { days: [TODAY], by: [], counted: "projects" },
      mapView: undefined,
      dayTexts: {},
      errors: {},
    });
  });

  it("resolves relative days, and returns their texts", () => {
    const { question, dayTexts, errors } = parse("from=today-24m&to=last_year_end&by=land&count=institutions");
    expect(question).toEqual({ days: ["2024-12-31", "2025-12-31"], by: ["land"], counted: "institutions" });
    expect(dayTexts).toEqual({ from: "today-24m", to: "last_year_end" });
    expect(errors).toEqual({});
  });

  it.each(["germany", "europe", "world"])("reads the map %s", (map) => {
    expect(parse(`map=${map}`)).toMatchObject({ mapView: map, errors: {} });
  });

  it.each([
    ["map=mars", { map: ["type"] }],
    ["map=world&map=world", { map: ["type"] }],
    ["on=tomorrow", { on: ["date"] }],
    ["on=today&on=today", { on: ["type"] }],
    ["on=today&from=today-12m", { on: ["exists"] }],
    ["from=today&to=today-12m", { to: ["date_order"] }],
    ["step=year", { from: ["required"] }],
    ["by=land,rolle,status", { by: ["max"] }],
    ["count=topics", { count: ["type"] }],
  ])("refuses %s", (query, errors) => {
    expect(parse(query).errors).toEqual(errors);
  });
});

it.each([
  ["on", true],
  ["map", true],
  ["filter", true],
  ["topics[]", true],
  ["where[status][in]", true],
  ["question", false],
  ["active_on", false],
  ["ids", false],
  ["topicsx", false],
])("tells whether the page of statistics has the parameter %s", (name, isKnown) => {
  expect(isStatisticsParameter(name)).toBe(isKnown);
});
