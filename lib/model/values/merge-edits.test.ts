import { describe, expect, it } from "vitest";
import { mergeEdits, withChoices } from "./merge-edits";
import { definitionOf } from "../kinds/registry";

const member = definitionOf("member");
const project = definitionOf("project");

const loaded = { vorname: "Jana", telefon: "1", adresse: "Weg 1", einrichtungen: [1, 2], themenfelder: [1, 2, 3] };
const merged = (mine: object, theirs: object) =>
  mergeEdits(member, { base: loaded, mine: { ...loaded, ...mine }, theirs: { ...loaded, ...theirs } });

describe("mergeEdits", () => {
  it("mergeEdits changes nothing when neither side has changed anything", () => {
    const { values, changedByOthers: taken, conflicts } = merged({}, {});
    expect(values).toMatchObject(loaded);
    expect([taken, conflicts]).toEqual([[], []]);
  });

  it("mergeEdits keeps the changes of both sides in different fields", () => {
    const { values, changedByOthers: taken, conflicts } = merged({ telefon: "2" }, { adresse: "Weg 2" });
    expect(values).toMatchObject({ telefon: "2", adresse: "Weg 2" });
    expect([taken, conflicts]).toEqual([["adresse"], []]);
  });

  it("mergeEdits reports no conflict when both sides changed a field to the same value", () => {
    const { values, changedByOthers: taken, conflicts } = merged({ telefon: "2" }, { telefon: "2" });
    expect(values).toMatchObject({ telefon: "2" });
    expect([taken, conflicts]).toEqual([[], []]);
  });

  it("mergeEdits reports fields that both sides changed to different values, in the kind's order", () => {
    const mine = { adresse: "Weg 2", telefon: "2", vorname: "Jane" };
    const { values, conflicts } = merged(mine, { adresse: "Weg 3", telefon: "3" });
    expect(values).toMatchObject(mine);
    expect(conflicts).toEqual(["telefon", "adresse"]);
  });

  it("mergeEdits reports a conflict when one side emptied a field and the other changed it", () => {
    expect(merged({ telefon: "" }, { telefon: "3" }).conflicts).toEqual(["telefon"]);
    expect(merged({ telefon: "3" }, { telefon: "" }).conflicts).toEqual(["telefon"]);
  });

  it("mergeEdits compares entry lists regardless of order, and reports a conflict when both sides changed them", () => {
    expect(merged({ einrichtungen: [2, 1] }, { einrichtungen: [1, 3] })).toMatchObject({
      values: { einrichtungen: [1, 3] },
      changedByOthers: ["einrichtungen"],
      conflicts: [],
    });
    expect(merged({ einrichtungen: [1, 4] }, { einrichtungen: [1, 3] }).conflicts).toEqual(["einrichtungen"]);
  });

  it("mergeEdits merges linked records one by one", () => {
    expect(merged({ themenfelder: [1, 2, 4] }, { themenfelder: [2, 3, 5] })).toMatchObject({
      values: { themenfelder: [2, 4, 5] },
      conflicts: [],
    });
  });

  it("mergeEdits reports a conflict when a stored value would hide a field that the user changed", () => {
    const base = { vertragsgrundlage: 1, projektbeginn: "2026-01-01", projektende: "2026-12-31", foerderer: "A" };
    const mine = { ...base, projektbeginn: "2026-02-01" };
    const theirs = { ...base, vertragsgrundlage: -1, projektbeginn: null, projektende: null, foerderer: "B" };
    const { values, changedByOthers: taken, conflicts } = mergeEdits(project, { base, mine, theirs });
    expect(conflicts).toEqual(["vertragsgrundlage", "projektbeginn"]);
    expect(values).toMatchObject({ vertragsgrundlage: 1, projektbeginn: "2026-02-01", foerderer: "B" });
    expect(taken).toEqual(["projektende", "foerderer"]);
  });
});

describe("withChoices", () => {
  it("withChoices resolves each conflict as chosen, and keeps the other merged values", () => {
    const theirs = { ...loaded, telefon: "3", adresse: "Weg 3", vorname: "Jette" };
    const merge = mergeEdits(member, { base: loaded, mine: { ...loaded, telefon: "2", adresse: "Weg 2" }, theirs });
    expect(withChoices(merge, theirs, { telefon: "mine", adresse: "theirs" })).toMatchObject({
      telefon: "2",
      adresse: "Weg 3",
      vorname: "Jette",
    });
  });
});
