import { describe, expect, it } from "vitest";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { KindName } from "@/lib/model/kinds/registry";
import { linksOfNew } from "./links-of-new";

const linksFrom = (kind: KindName, list: string) => linksOfNew({ tab: linkListOf(kind, list), id: 7 }, "de");

describe("links of a record that is created from a link tab", () => {
  it("a person created from a project is linked to it, and offered its institutions", () => {
    expect(linksFrom("project", "personen")).toMatchObject({
      add: { kooperationsprojekte: [7] },
      offered: { list: "institutionen" },
    });
  });

  it.each<[KindName, string, object]>([
    ["institution", "personen", { institutionen: [7] }],
    ["project", "institutionen", { kooperationsprojekte: [7] }],
    ["project", "hochschulmitglieder", { kooperationsprojekte: [7] }],
    ["person", "kooperationsprojekte", { personen: [7] }],
  ])("a record created from a %s in %s is only linked to it", (kind, list, add) => {
    expect(linksFrom(kind, list)).toEqual({ add });
  });

  it("a thematic field has no link list, so that its links are added afterwards", () => {
    expect(linksFrom("project", "themenfelder")).toBeUndefined();
  });
});
