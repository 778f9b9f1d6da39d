import { expect, it } from "vitest";
import { countLinks, formerOf, totalOf } from "./linked-lists";
import { linkListOf } from "./relations";

const TODAY = "2026-11-30";
const institutions = linkListOf("project", "institutionen");

it("countLinks counts links whose period has ended apart from current and future ones", () => {
  const links = [
    { seit: null, bis: null },
    { seit: "2020-01-01", bis: TODAY },
    { seit: "2027-01-01", bis: null },
    { seit: null, bis: "2026-11-29" },
  ];
  expect(countLinks({ institutionen: links }, institutions, TODAY)).toEqual({ present: 3, former: 1 });
  expect(countLinks({}, institutions, TODAY)).toEqual({ present: 0, former: 0 });
});

it("countLinks takes the numbers of a long list of which the record contains only the beginning", () => {
  const long = { institutionen: [{ bis: null }], [totalOf("institutionen")]: 400, [formerOf("institutionen")]: 32 };
  expect(countLinks(long, institutions, TODAY)).toEqual({ present: 368, former: 32 });
});

it("countLinks knows no former links of a relation without periods", () => {
  const topics = linkListOf("project", "themenfelder");
  expect(countLinks({ themenfelder: [{ bis: "2020-01-01" }] }, topics, TODAY)).toEqual({ present: 1, former: 0 });
});
