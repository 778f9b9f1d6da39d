import { describe, expect, it } from "vitest";
import type { Change } from "@/lib/features/history/history-answers";
import {
  entryProperties,
  entryGroups,
  entryLists,
  nameColumns,
  nameIn,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { ACCOUNT_KIND } from "@/lib/features/history/history-query";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { adminFieldKey, entriesIn, fieldLines, fieldOwnerOf, isOfLink, recordPagePath, storyOf } from "./change-story";

const change = (part: Partial<Change>): Change => ({
  change_id: 7,
  at: "2026-11-21T17:03:11.123Z",
  user: { id: 1, name: "Anna Admin" },
  source: "app",
  action: "update",
  kind: "members",
  id: 12,
  label: "Jörg Müller",
  fields: [],
  related: null,
  batch: null,
  reverts: null,
  revertible: true,
  ...part,
});
const project = { kind: "projects", id: 3, label: "Brücken" };
const member = { kind: "members", id: 12, label: "Jörg Müller" };

const CONFIRMED = [
  { name: "bestaetigt_am", old: "2025-11-01T08:00:00.000Z", new: "2026-11-20T08:00:00.000Z" },
  { name: "bestaetigt_von", old: "Erika Muster", new: "Erika Muster" },
];

describe("storyOf", () => {
  it("names the person who confirmed a record", () => {
    const confirmation = change({ user: null, source: "round", fields: CONFIRMED });
    expect(storyOf(confirmation, member)).toMatchObject({ sentence: "confirmed_by", confirmer: "Erika Muster" });
  });

  it("calls a confirmation by an erased person a confirmation", () => {
    const fields = CONFIRMED.map((field) =>
      field.name === "bestaetigt_von" ? { ...field, old: null, new: null } : field,
    );
    const story = storyOf(change({ user: null, source: "round", fields }), member);
    expect(story.sentence).toBe("confirmed");
    expect(story).not.toHaveProperty("confirmer");
  });

  it("names the round of a confirmation, which is no link", () => {
    const related = { kind: "rounds", id: 4, label: "Herbstrunde" };
    const confirmation = change({ user: null, source: "round", fields: CONFIRMED, related });
    expect(storyOf(confirmation, member)).toMatchObject({ sentence: "confirmed_by", partner: related, isOwn: true });
    expect(fieldOwnerOf(confirmation)).toBe("members");
    expect(isOfLink(confirmation)).toBe(false);
  });

  it.each([
    ["update", "running", "round_started"],
    ["update", "closed", "round_closed"],
    ["reminded", undefined, "round_reminded"],
    ["renewed", undefined, "round_renewed"],
    ["delete", null, "deleted"],
  ] as const)("tells what %s to %s was done to a round", (action, status, sentence) => {
    const fields = status === undefined ? [] : [{ name: "status", old: "draft", new: status }];
    const round = { kind: "rounds", id: 4, label: "Herbstrunde" };
    expect(storyOf(change({ ...round, action, fields }), null)).toMatchObject({ sentence, subject: round });
  });

  it("calls an accepted proposal a change", () => {
    const fields = [{ name: "telefon", old: "", new: "1" }];
    expect(storyOf(change({ source: "round", fields }), member).sentence).toBe("updated");
  });

  it("marks a change as own only in the history of its record", () => {
    expect(storyOf(change({}), null)).toEqual({ sentence: "updated", subject: member, partner: null, isOwn: false });
    expect(storyOf(change({}), member).isOwn).toBe(true);
    expect(storyOf(change({}), { kind: "projects", id: 12 }).isOwn).toBe(false);
  });

  it("describes a link with the record whose history is shown as subject", () => {
    const link = change({ action: "link", related: project });
    const own = { sentence: "linked", isOwn: true };
    expect(storyOf(link, member)).toEqual({ ...own, subject: member, partner: project });
    expect(storyOf(link, project)).toEqual({ ...own, subject: project, partner: member });
    expect(storyOf(link, null)).toEqual({ ...own, isOwn: false, subject: member, partner: project });
  });

  it("describes changed values of a link, from either end", () => {
    const changed = change({ related: project });
    expect(storyOf(changed, member)).toEqual({
      sentence: "link_changed",
      subject: member,
      partner: project,
      isOwn: true,
    });
    expect(storyOf(changed, project)).toEqual({
      sentence: "link_changed",
      subject: project,
      partner: member,
      isOwn: true,
    });
    expect(fieldOwnerOf(changed)).toBe("link");
    expect(fieldOwnerOf(change({}))).toBe("members");
  });

  it("describes a change of a file with its record as partner, as own in the record's history", () => {
    const file = change({ kind: "files", id: 7, label: "Vertrag.pdf", related: project });
    const subject = { kind: "files", id: 7, label: "Vertrag.pdf" };
    expect(storyOf(file, null)).toEqual({ sentence: "file_changed", subject, partner: project, isOwn: false });
    expect(storyOf(file, project).isOwn).toBe(true);
    expect(fieldOwnerOf(file)).toBe("files");
  });

  it.each([
    ["create", null, "file_added"],
    ["create", 6, "file_restored"],
    ["delete", null, "file_deleted"],
  ] as const)("describes the action %s of a file that reverts %s as %s", (action, reverts, sentence) => {
    expect(storyOf(change({ kind: "files", action, reverts, related: project }), project).sentence).toBe(sentence);
  });

  it("distinguishes restored from newly created records", () => {
    expect(storyOf(change({ action: "create", reverts: 6 }), member).sentence).toBe("restored");
    expect(storyOf(change({ action: "create" }), member).sentence).toBe("created");
    expect(storyOf(change({ action: "delete", reverts: 6 }), member).sentence).toBe("deleted");
  });

  it("does not mark another record's deletion as own", () => {
    const story = storyOf(change({ action: "delete" }), project);
    expect(story).toMatchObject({ isOwn: false, subject: member });
  });
});

describe("fieldLines", () => {
  const options = {
    titel: [{ id: 2, label: "Prof. Dr." }],
    einrichtungen: [
      { id: 1, label: "Bibliothek" },
      { id: 4, label: "Rechenzentrum" },
    ],
  };
  const names = { locale: "de" as const, nameOf: nameIn(options) };

  it("names reference entries of a change, shows missing values as empty, and keeps form order", () => {
    const fields = [
      { name: "einrichtungen", old: [1], new: [1, 4, 9] },
      { name: "telefon", old: "", new: "07171 1" },
      { name: "titel", old: 2, new: 5 },
    ];
    expect(fieldLines(change({ fields }), names)).toEqual([
      { name: "titel", old: "Prof. Dr.", new: "#5" },
      { name: "telefon", old: "", new: "07171 1" },
      { name: "einrichtungen", old: "Bibliothek", new: "Bibliothek, Rechenzentrum, #9" },
    ]);
  });

  it("omits fields of a change that did not change", () => {
    const lines = fieldLines(change({ user: null, source: "round", fields: CONFIRMED }), names);
    expect(lines).toEqual([{ name: "bestaetigt_am", old: "01.11.2025 09:00", new: "20.11.2026 09:00" }]);
  });

  it("formats the changed values of a link in their order, from either end", () => {
    const fields = [
      { name: "seit", old: null, new: "2021-03-01" },
      { name: "rollen", old: [5], new: [4, 99] },
      { name: "hauptkontakt", old: false, new: true },
    ];
    const roles = {
      verknuepfungsrollen: [
        { id: 4, label: "Koordination" },
        { id: 5, label: "Partner" },
      ],
    };
    const named = { locale: "de" as const, nameOf: nameIn(roles) };
    const institution = { kind: "institutions", id: 4, label: "Uni Wien" };
    const lines = [
      { name: "rollen", old: "Partner", new: "Koordination, #99" },
      { name: "seit", old: "", new: "01.03.2021" },
      { name: "hauptkontakt", old: "nein", new: "ja" },
    ];
    expect(fieldLines(change({ kind: "projects", related: institution, fields }), named)).toEqual(lines);
    expect(fieldLines(change({ kind: "institutions", related: project, fields }), named)).toEqual(lines);
  });

  it("omits the empty values of a new link", () => {
    const fields = [
      { name: "rollen", old: null, new: [] },
      { name: "seit", old: null, new: "2021-03-01" },
    ];
    expect(fieldLines(change({ action: "link", related: project, fields }), names)).toEqual([
      { name: "seit", old: "", new: "01.03.2021" },
    ]);
  });

  it("formats dates in changes", () => {
    const fields = [{ name: "projektende", old: null, new: "2027-03-31" }];
    expect(fieldLines(change({ kind: "projects", fields }), names)).toEqual([
      { name: "projektende", old: "", new: "31.03.2027" },
    ]);
  });

  it("omits empty fields of a new record but shows an emptied value", () => {
    const emptied = [{ name: "telefon", old: null, new: "" }];
    expect(fieldLines(change({ action: "create", fields: emptied }), names)).toEqual([]);
    expect(fieldLines(change({ fields: emptied }), names)).toHaveLength(1);
  });

  it("formats the fields of a file, without its type and digest", () => {
    const fields = [
      { name: "sha256", old: "a", new: "b" },
      { name: "mime", old: "text/plain", new: "application/pdf" },
      { name: "gueltig_bis", old: null, new: "2027-03-31" },
      { name: "dateiart", old: -1, new: 1 },
      { name: "sichtbar", old: "alle", new: "admin" },
    ];
    const kindsOfFiles = { dateiarten: [-1, 1].map((id) => ({ id, label: id === 1 ? "Vertrag" : "Sonstiges" })) };
    const file = change({ kind: "files", related: project, fields });
    const formatValue = (name: string, value: unknown) => `${name} ${String(value)}`;
    expect(fieldLines(file, { locale: "de", nameOf: nameIn(kindsOfFiles) }, formatValue)).toEqual([
      { name: "dateiart", old: "Sonstiges", new: "Vertrag" },
      { name: "gueltig_bis", old: "", new: "31.03.2027" },
      { name: "sichtbar", old: "sichtbar alle", new: "sichtbar admin" },
    ]);
  });

  it("shows the raw value of unknown fields and kinds", () => {
    const fields = [{ name: "aliases", old: null, new: ["TU", "Uni"] }];
    expect(fieldLines(change({ fields }), names)).toEqual([{ name: "aliases", old: "", new: "TU, Uni" }]);
    expect(fieldLines(change({ kind: "unknown", fields }), names)).toHaveLength(1);
  });
});

function groupColumn(list: EntryListName): string[] {
  const groups = entryGroups(list);
  return groups ? [groups.column] : [];
}

describe("changes visible to admins only", () => {
  /** Fields of accounts whose changes database triggers record. */
  const ACCOUNT_FIELDS = ["email", "name", "role", "language", "email_verified_at", "disabled_at"];
  const recorded: [string, readonly string[]][] = [
    [ACCOUNT_KIND, ACCOUNT_FIELDS],
    ...entryLists.map((list): [string, readonly string[]] => [
      list,
      [...nameColumns(list), ...entryProperties(list), ...groupColumn(list), "position"],
    ]),
  ];
  const textAt = (messages: object, path: string) =>
    path.split(".").reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], messages);

  it.each(recorded)("the fields of %s have labels in both languages", (kind, fields) => {
    for (const messages of [de.history, en.history]) {
      expect(textAt(messages.kinds, kind)).toEqual(expect.any(String));
      for (const name of fields) {
        expect(textAt(messages.fields, adminFieldKey(kind, name)), name).toEqual(expect.any(String));
      }
    }
  });

  it("links accounts and entries to their pages and unknown kinds to nothing", () => {
    expect(recordPagePath({ kind: "users", id: 4 })).toBe("/pages/users/4");
    expect(recordPagePath({ kind: "titel", id: -1 })).toBe("/pages/reference?list=titel");
    expect(recordPagePath({ kind: "members", id: 4 })).toBe("/members/4");
    expect(recordPagePath({ kind: "unknown", id: 4 })).toBeNull();
  });

  it("formats values of changes for admins, except those without a format", () => {
    const fields = [
      { name: "active", old: true, new: false },
      { name: "position", old: 1, new: 2 },
    ];
    const format = (_name: string, value: unknown) => (typeof value === "boolean" ? (value ? "ja" : "nein") : null);
    const names = { locale: "de" as const, nameOf: nameIn({}) };
    expect(fieldLines(change({ kind: "titel", fields }), names, format)).toEqual([
      { name: "active", old: "ja", new: "nein" },
      { name: "position", old: "1", new: "2" },
    ]);
  });
});

describe("entriesIn", () => {
  it("collects the ids of the old and new reference entries in changes", () => {
    const fields = [
      { name: "titel", old: 2, new: 5 },
      { name: "einrichtungen", old: [1], new: [4] },
      { name: "telefon", old: "1", new: "2" },
    ];
    const found = entriesIn([change({ fields }), change({ fields: [{ name: "titel", old: null, new: 3 }] })]);
    expect(Object.keys(found)).toEqual(["titel", "einrichtungen"]);
    expect([...(found.titel ?? [])]).toEqual([2, 5, null, 3]);
    expect([...(found.einrichtungen ?? [])]).toEqual([1, 4]);
  });
});

it("entriesIn collects the roles of links", () => {
  const fields = [{ name: "rollen", old: [1], new: [2, 3] }];
  expect([...(entriesIn([change({ related: project, fields })]).verknuepfungsrollen ?? [])]).toEqual([1, 2, 3]);
});
