import { describe, expect, it } from "vitest";
import { linkListOf } from "../kinds/relations";
import { mergedLinkValues } from "./merged-link-values";

const { relation } = linkListOf("project", "hochschulmitglieder");
const EMPTY = { rollen: [], seit: null, bis: null, hauptkontakt: false, bemerkung: "" };
const merged = (kept: object, dropped: object) =>
  mergedLinkValues(relation, { ...EMPTY, ...kept }, { ...EMPTY, ...dropped });

describe("values of a joined link", () => {
  it("mergedLinkValues unites the roles", () => {
    expect(merged({ rollen: [3, 1] }, { rollen: [1, 2] })).toMatchObject({ rollen: [3, 1, 2] });
  });

  it("mergedLinkValues covers both periods", () => {
    const days = merged({ seit: "2020-01-01", bis: "2024-12-31" }, { seit: "2019-05-01", bis: "2023-12-31" });
    expect(days).toMatchObject({ seit: "2019-05-01", bis: "2024-12-31" });
  });

  it("mergedLinkValues has no bound where either link had none", () => {
    expect(merged({ seit: "2020-01-01" }, { bis: "2023-12-31" })).toMatchObject({ seit: null, bis: null });
  });

  it("mergedLinkValues is a main contact if either link was", () => {
    expect(merged({}, { hauptkontakt: true })).toMatchObject({ hauptkontakt: true });
    expect(merged({}, {})).toMatchObject({ hauptkontakt: false });
  });

  it.each([
    ["a", "b", "a | b"],
    ["", "b", "b"],
    ["a", "a", "a"],
    ["x".repeat(499), "b", `${"x".repeat(499)} `],
  ])("mergedLinkValues joins different remarks, at most 500 characters: %s", (kept, dropped, expected) => {
    expect(merged({ bemerkung: kept }, { bemerkung: dropped })).toMatchObject({ bemerkung: expected });
  });
});
