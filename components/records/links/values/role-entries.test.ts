import { expect, it } from "vitest";
import { linkListOf } from "@/lib/model/kinds/relations";
import { entriesOfField, linkOptions, namedRoles, roleOptions } from "./role-entries";

const { relation } = linkListOf("project", "institutionen");
const entry = (rolle_id: number, name: string, more: Record<string, string | boolean> = {}) => ({
  rolle_id,
  rolle_de: name,
  rolle_en: `${name} EN`,
  relation: "project_institution",
  active: true,
  ...more,
});
const all = [
  entry(4, "Koordination"),
  entry(5, "Partner", { active: false }),
  entry(1, "Projektleitung", { relation: "project_member" }),
];
const rollen = relation.fields?.rollen;
const entries = { rollen: rollen ? entriesOfField(rollen, all) : [] };
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

it("offers the active roles of the relation to new links", () => {
  expect(labels(roleOptions(relation, entries, "de"))).toEqual(["Koordination"]);
  expect(labels(roleOptions(linkListOf("project", "themenfelder").relation, entries, "de"))).toEqual([]);
});

it("also offers the roles that a link has, even if they are inactive or not loaded", () => {
  const linkEntries = [entry(5, "Partner"), entry(9, "Gelöscht")];
  const options = linkOptions(relation, "rollen", { entries, linkEntries, locale: "de" });
  expect(labels(options)).toEqual(["Koordination", "Partner", "Gelöscht"]);
});

it("compares names of roles in all languages", () => {
  expect(namedRoles(relation, entries)).toEqual([{ id: 4, names: ["koordination", "koordination en"] }]);
});
