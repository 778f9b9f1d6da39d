import { describe, expect, it } from "vitest";
import { findMainFact, summaryOf, type BatchFact } from "./history-entry";

const fact = (part: Partial<BatchFact>): BatchFact => ({
  source: "app",
  kind: "members",
  action: "update",
  ofLinks: part.action === "link" || part.action === "unlink",
  id: 1,
  label: "Ada",
  changes: 1,
  records: 1,
  ofKind: 1,
  last: 10,
  ...part,
});

describe("summaryOf", () => {
  it("names the record that was saved with its links", () => {
    const facts = [fact({ action: "link", changes: 3, last: 13 }), fact({ action: "create" })];
    expect(summaryOf(facts)).toEqual({
      story: "record",
      action: "create",
      kind: "members",
      records: 1,
      subject: { kind: "members", id: 1, label: "Ada" },
      other: null,
      parts: [
        { kind: "members", action: "create", count: 1 },
        { kind: "members", action: "link", count: 3 },
      ],
    });
  });

  it("counts records that were changed in the same way", () => {
    const facts = [fact({ changes: 12, records: 12, ofKind: 12 })];
    expect(summaryOf(facts)).toMatchObject({ story: "records", action: "update", kind: "members", records: 12 });
  });

  it("counts records of several kinds together, as changed if their actions differ", () => {
    const facts = [fact({ action: "create", ofKind: 2, records: 2 }), fact({ kind: "persons", ofKind: 3, records: 3 })];
    expect(summaryOf(facts)).toMatchObject({ story: "records", action: "update", kind: null, records: 5 });
  });

  it("counts links if nothing else was changed", () => {
    const changed = fact({ kind: "projects", ofLinks: true, changes: 50, records: 50, ofKind: 50 });
    expect(summaryOf([changed])).toMatchObject({
      ...{ story: "links", action: "update", records: 50 },
      parts: [{ kind: "projects", action: "update", count: 50, ofLinks: true }],
    });
    const ended = fact({ kind: "persons", action: "unlink", changes: 2, records: 2, ofKind: 2 });
    expect(summaryOf([changed, ended])).toMatchObject({ story: "links", action: "update", records: 52 });
    expect(summaryOf([ended])).toMatchObject({ story: "links", action: "unlink", records: 2 });
  });

  it("distinguishes changed links from changed records of the same kind", () => {
    const facts = [
      fact({ changes: 2, records: 2, ofKind: 3 }),
      fact({ ofLinks: true, changes: 4, records: 1, ofKind: 3 }),
    ];
    expect(summaryOf(facts)).toMatchObject({
      ...{ story: "records", records: 3 },
      parts: [
        { kind: "members", action: "update", count: 2 },
        { kind: "members", action: "update", count: 4, ofLinks: true },
      ],
    });
  });

  it("names the only record whose links were changed", () => {
    const facts = [fact({ ofLinks: true, changes: 3 })];
    expect(summaryOf(facts)).toMatchObject({ story: "record", subject: { kind: "members", id: 1 } });
  });

  it("recognises a merge by the deleted record and the remaining one", () => {
    const facts = [
      fact({ last: 10 }),
      fact({ action: "link", changes: 2, last: 12 }),
      fact({ action: "delete", id: 2, label: "Ada L.", last: 13, ofKind: 2 }),
    ];
    expect(summaryOf(facts)).toMatchObject({ story: "merge", subject: { id: 1 }, other: { id: 2, label: "Ada L." } });
  });

  it.each([
    ["two records", fact({ action: "delete", id: 2, records: 2, changes: 2, ofKind: 3 }), fact({})],
    ["a record of another kind", fact({ action: "delete", kind: "persons", id: 2 }), fact({})],
    ["one, while another one is created", fact({ action: "delete", id: 2, ofKind: 2 }), fact({ action: "create" })],
  ])("does not summarise the deletion of %s as a merge", (_name, ...facts) => {
    expect(summaryOf(facts).story).toBe("records");
  });

  const movedFile = fact({ kind: "files", id: 9, label: "Vertrag", record: { kind: "members", id: 1, label: "Ada" } });
  const deleted = fact({ action: "delete", id: 2, label: "Eva" });

  it("summarises a merge in which only a file moved, whose record is the kept one", () => {
    expect(summaryOf([deleted, movedFile])).toMatchObject({
      story: "merge",
      subject: { kind: "members", id: 1, label: "Ada" },
      other: { kind: "members", id: 2, label: "Eva" },
    });
  });

  it("does not summarise the deletion of a record and a change of its file as a merge", () => {
    const own = { ...movedFile, record: { kind: "members", id: 2, label: "Eva" } };
    expect(summaryOf([deleted, own]).story).toBe("records");
  });

  it("prefers a change of a record over a later one of a file", () => {
    expect(findMainFact([{ ...movedFile, last: 20 }, fact({ last: 10 })])?.last).toBe(10);
  });

  it("counts the rows of an import, but not the records that the rows name", () => {
    const facts = [
      fact({ source: "import", kind: "thematicfields", action: "create", records: 4, ofKind: 4, last: 4 }),
      fact({ source: "import", action: "create", records: 30, ofKind: 40, last: 80 }),
      fact({ source: "import", action: "update", records: 10, ofKind: 40, last: 90 }),
    ];
    expect(summaryOf(facts)).toMatchObject({ story: "import", kind: "members", records: 40 });
  });

  it("distinguishes confirmations from changes", () => {
    const confirmed = fact({ source: "round", isConfirmation: true, changes: 3, records: 3, ofKind: 3, last: 20 });
    expect(summaryOf([confirmed])).toMatchObject({ story: "records", isConfirmation: true, records: 3 });
    const accepted = summaryOf([confirmed, fact({ changes: 3, records: 3, ofKind: 3 })]);
    expect(accepted).not.toHaveProperty("isConfirmation");
    expect(accepted.parts).toEqual([
      { kind: "members", action: "update", count: 3, isConfirmation: true },
      { kind: "members", action: "update", count: 3 },
    ]);
  });

  it("prefers a change over the confirmation that followed it", () => {
    const facts = [fact({ source: "round", isConfirmation: true, last: 20 }), fact({ last: 10 })];
    expect(findMainFact(facts)?.last).toBe(10);
  });

  it("names the replaced entry of a reference list", () => {
    const facts = [
      fact({ changes: 2, records: 2, ofKind: 2 }),
      fact({ kind: "titel", action: "delete", id: 7, label: "Dr." }),
    ];
    expect(summaryOf(facts)).toMatchObject({ story: "replacement", subject: { kind: "titel", id: 7, label: "Dr." } });
  });
});
