import { describe, expect, it } from "vitest";
import { allDefinitions } from "../kinds/registry";
import { linkListOf, relations } from "../kinds/relations";
import { handableProjects, successionList } from "./succession";

describe("the list that a succession changes", () => {
  it.each([
    ["project", "hochschulmitglieder", "projects/member"],
    ["project", "institutionen", "projects/institution"],
    ["project", "personen", "projects/persons"],
    ["member", "kooperationsprojekte", "projects/member"],
    ["institution", "kooperationsprojekte", "projects/institution"],
    ["person", "kooperationsprojekte", "projects/persons"],
    ["institution", "personen", "institutions/persons"],
    ["person", "institutionen", "institutions/persons"],
  ])("a succession in the tab %s.%s changes the list of the call %s", (kind, list, call) => {
    expect(successionList(linkListOf(kind, list)).call).toBe(call);
  });
});

it("projects of members and persons can be handed over, those of institutions cannot", () => {
  const handable = allDefinitions.filter((definition) => handableProjects(definition));
  expect(handable.map(({ name }) => name)).toEqual(["member", "person"]);
  for (const definition of handable) expect(relations).toContain(handableProjects(definition)?.relation);
});
