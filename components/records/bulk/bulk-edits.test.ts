import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/records/kinds/registry";
import { bodyOf, editableFields, isComplete, newEdit, withField, withMode } from "./bulk-edits";

const member = definitionOf("member");

describe("Bulk edits", () => {
  it("offers form fields except the aliases to set, and list fields and link lists to add to or remove from", () => {
    const inForm: string[] = member.form.flatMap(({ fields }) => fields);
    expect(editableFields(member, "set")).toEqual(inForm.filter((name) => name !== "aliases"));
    expect(editableFields(member, "add")).toEqual(["einrichtungen", "status", "kooperationsprojekte", "themenfelder"]);
    expect(editableFields(definitionOf("project"), "remove").slice(0, 2)).toEqual([
      "einrichtungen",
      "hochschulmitglieder",
    ]);
  });

  it("starts with the field's initial value and keeps the field if the new mode supports it", () => {
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

  it("groups the request body by mode and sends ids without labels", () => {
    const phone = { ...withField(newEdit(0), member, "telefon"), value: "7" };
    const gone = {
      ...withMode(withField(newEdit(1), member, "status"), member, "remove"),
      picked: [{ id: 2, label: "x" }],
    };
    expect(bodyOf([phone, gone, newEdit(2)])).toEqual({ set: { telefon: "7" }, remove: { status: [2] } });
  });
});
