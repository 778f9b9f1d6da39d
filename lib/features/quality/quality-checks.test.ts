import { parseKindQuery } from "@/lib/model/lists/kind-query";
import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import { qualityChecks, qualityHref, highestCounts, type CheckedQuality } from "./quality-checks";
import { definitionOf } from "@/lib/model/kinds/registry";

describe("quality checks", () => {
  it.each(qualityChecks.map((check) => [check.name, check] as const))(
    "the quality check %s has translations and valid list queries",
    (name, { lists }) => {
      expect(Object.keys(de.quality.checks)).toContain(name);
      expect(lists.length).toBeGreaterThan(0);
      for (const { kind, query, isUnconfirmed, name: list } of lists) {
        if (query === null || isUnconfirmed) continue;
        const { valid, query: read } = parseKindQuery(definitionOf(kind), new URLSearchParams(query));
        expect(valid, query).toBe(true);
        expect(read.where.length, query).toBeGreaterThan(0);
        // The maximum length of the database column that stores the list's name.
        expect(list.length).toBeLessThanOrEqual(60);
      }
    },
  );

  it("qualityHref links to the list of a check", () => {
    expect(qualityHref({ kind: "member", query: "where[kooperationsprojekte][empty]=true" })).toBe(
      "/members?where%5Bkooperationsprojekte%5D%5Bempty%5D=true",
    );
    expect(qualityHref({ kind: "institution", query: null })).toBe("/pages/duplicates?kind=institutions");
  });

  it("the quality check of addresses covers every address field", () => {
    const fields = qualityChecks
      .find(({ name }) => name === "addresses")
      ?.lists.map(({ kind, field }) => `${kind}.${field}`);
    expect(fields).toEqual([
      "member.email",
      "member.ph_webseite",
      "project.foerderer_link",
      "project.projektwebsite",
      "institution.email",
      "institution.webseite",
      "person.email",
      "person.ph_webseite",
    ]);
  });
});

it("the check for confirmation rounds lists each kind whose records can be confirmed", () => {
  const check = qualityChecks.find(({ isForRounds }) => isForRounds);
  expect(check?.lists.map(({ name }) => name)).toEqual([
    "unconfirmed.member",
    "unconfirmed.project",
    "unconfirmed.institution",
    "unconfirmed.person",
  ]);
});

it("the check for institutions without a country has a page of suggestions", () => {
  expect(qualityChecks.filter(({ suggestions }) => suggestions)).toMatchObject([
    { name: "institutions_without_country", suggestions: "/pages/places" },
  ]);
});

it("highestCounts omits checks that at first find all records", () => {
  const checks: CheckedQuality[] = [{ name: "unconfirmed", findsAllAtFirst: true, count: 9, lists: [], days: [] }];
  expect(highestCounts(checks, 3)).toEqual([]);
});

it("highestCounts sorts checks by count and omits those without findings", () => {
  const check = (name: CheckedQuality["name"], count: number): CheckedQuality => ({ name, count, lists: [], days: [] });
  const none = check("duplicates", 0);
  const checks = [check("addresses", 3), none, check("projects_over", 7), check("unconfirmed", 3)];
  expect(highestCounts(checks, 2).map(({ name }) => name)).toEqual(["projects_over", "addresses"]);
  expect(highestCounts([none], 3)).toEqual([]);
  expect(checks[0]?.name).toBe("addresses");
});
