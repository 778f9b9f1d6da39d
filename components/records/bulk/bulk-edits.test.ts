import { describe, expect, it } from "vitest";
import type { BulkResult } from "@/lib/features/records/bulk-answers";
import { definitionOf } from "@/lib/model/kinds/registry";
import {
  bodyOf,
  editableFields,
  errorNameOf,
  fieldsToAdd,
  isComplete,
  newEdit,
  withField,
  withMode,
} from "./bulk-edits";

const member = definitionOf("member");

describe("Bulk edits", () => {
  it("bulk edits set form fields except the aliases, and add to or remove from list fields and link lists", () => {
    const formFields: string[] = member.form.flatMap(({ fields }) => fields);
    const own = editableFields(member, "set").filter((name) => !name.includes("."));
    expect(own).toEqual(formFields.filter((name) => name !== "aliases"));
    expect(editableFields(member, "add")).toEqual(["einrichtungen", "status", "kooperationsprojekte", "themenfelder"]);
    expect(editableFields(definitionOf("project"), "remove").slice(0, 2)).toEqual([
      "einrichtungen",
      "hochschulmitglieder",
    ]);
  });

  it("bulk edits set the fields of links", () => {
    const linkFieldNames = editableFields(member, "set").filter((name) => name.includes("."));
    const fields = ["rollen", "seit", "bis", "hauptkontakt", "bemerkung"];
    expect(linkFieldNames).toEqual(fields.map((name) => `kooperationsprojekte.${name}`));
  });

  it("bulk edits write the fields of a list's links together, to the links that the list's first row names", () => {
    const roles = { ...withField(newEdit(0), member, "kooperationsprojekte.rollen"), value: [3] };
    const until = { ...withField(newEdit(1), member, "kooperationsprojekte.bis"), value: "2025-12-31" };
    expect(roles).toMatchObject({ appliesToPicked: false, picked: [] });
    expect(bodyOf([roles, until])).toEqual({ set_links: { kooperationsprojekte: { rollen: [3], bis: "2025-12-31" } } });
    const ofPicked = { ...roles, appliesToPicked: true, picked: [{ id: 7, label: "x" }] };
    expect(bodyOf([ofPicked, until])).toEqual({
      set_links: { kooperationsprojekte: { ids: [7], rollen: [3], bis: "2025-12-31" } },
    });
    expect([isComplete(ofPicked), isComplete({ ...ofPicked, picked: [] })]).toEqual([true, false]);
    expect(errorNameOf(until)).toBe("set_links.kooperationsprojekte.bis");
  });

  it("a bulk edit starts with its field's initial value and keeps the field if a new mode supports it", () => {
    const status = withField(newEdit(0), member, "status");
    expect(status.value).toEqual([]);
    expect(withMode(status, member, "add")).toMatchObject({ mode: "add", field: "status", picked: [] });
    expect(withMode(withField(newEdit(0), member, "vorname"), member, "add").field).toBe("");
    expect([isComplete(newEdit(0)), isComplete(status), isComplete(withMode(status, member, "add"))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("fields that all records lack are to be set as well, unless the change sets them already", () => {
    const project = definitionOf("project");
    const basis = { ...withField(newEdit(0), project, "vertragsgrundlage"), value: 1 };
    const lacksEnd = { id: 1, label: "A", errors: { projektende: ["required"] } };
    const lacksBoth = { id: 2, label: "B", errors: { projektbeginn: ["required"], projektende: ["required"] } };
    const refused = [lacksEnd, lacksBoth] as BulkResult["refused"];
    expect(fieldsToAdd(project, [basis], { matched: 2, refused })).toEqual(["projektende"]);
    expect(fieldsToAdd(project, [basis], { matched: 3, refused }), "it would overwrite another one's").toEqual([]);
    const end = withField(newEdit(1), project, "projektende");
    expect(fieldsToAdd(project, [basis, end], { matched: 2, refused })).toEqual([]);
  });

  it("groups the request body of bulk edits by mode and sends ids without labels", () => {
    const phone = { ...withField(newEdit(0), member, "telefon"), value: "7" };
    const removal = {
      ...withMode(withField(newEdit(1), member, "status"), member, "remove"),
      picked: [{ id: 2, label: "x" }],
    };
    expect(bodyOf([phone, removal, newEdit(2)])).toEqual({ set: { telefon: "7" }, remove: { status: [2] } });
  });
});
