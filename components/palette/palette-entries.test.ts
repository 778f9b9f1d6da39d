import { describe, expect, it } from "vitest";
import type { HitReason } from "@/lib/model/answers/search-answers";
import {
  foundGroups,
  matchingEntries,
  bestNames,
  namedGroups,
  nameRank,
  recentEntries,
  type PaletteEntry,
} from "./palette-entries";
import type { PaletteKind } from "./palette-kinds";

const kind = (name: string, section: PaletteKind["section"]): PaletteKind => ({
  kind: name,
  section,
  list: `/${name}`,
  detail: `/${section}`,
  one: section,
  many: name,
  add: `add ${section}`,
});
const kinds = [kind("members", "member"), kind("institutions", "institution")];
const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: label,
  label,
  target: { to: `/${label}` },
  ...more,
});
const headings = { named: "names", recent: "recent", pages: "pages", actions: "actions" };
const labels = (entries: readonly PaletteEntry[]) => entries.map(({ label }) => label);

describe("local palette entries", () => {
  it("palette entries match every word in label, detail or keywords, in any spelling", () => {
    const entries = [
      entry("Müller", { detail: "Institut für Chemie" }),
      entry("Übersicht"),
      entry("Sprache wechseln", { keywords: "language" }),
    ];
    expect(labels(matchingEntries(entries, ""))).toHaveLength(3);
    expect(labels(matchingEntries(entries, "mueller chem"))).toEqual(["Müller"]);
    expect(labels(matchingEntries(entries, "ubersicht"))).toEqual(["Übersicht"]);
    expect(labels(matchingEntries(entries, "langu"))).toEqual(["Sprache wechseln"]);
  });

  it("palette entries do not match by their detail alone", () => {
    const entries = [entry("Müller", { detail: "Institut für Chemie" }), entry("Chemiepark")];
    expect(labels(matchingEntries(entries, "chem"))).toEqual(["Chemiepark"]);
  });

  it("omits empty groups of palette entries and shows at most six recent records", () => {
    const recent = Array.from({ length: 9 }, (_, index) => entry(`Projekt ${index}`));
    const offered = { named: [] as PaletteEntry[], recent, pages: [entry("Übersicht")], actions: [entry("Abmelden")] };
    expect(namedGroups(offered, headings, "").map(({ heading, items }) => [heading, items.length])).toEqual([
      ["recent", 6],
      ["pages", 1],
      ["actions", 1],
    ]);
    expect(namedGroups(offered, headings, "projekt 8")).toEqual([{ heading: "recent", items: [recent[8]] }]);
    expect(namedGroups(offered, headings, "nichts davon")).toEqual([]);
  });

  it("records found by name come before the local groups, and are not repeated among the recent ones", () => {
    const recent = [entry("Haus 1"), entry("Haus 2")];
    const offered = { named: [entry("Haus 2"), entry("Haus 3")], recent, pages: [entry("Häuser")], actions: [] };
    expect(namedGroups(offered, headings, "haus").map(({ heading, items }) => [heading, labels(items)])).toEqual([
      ["names", ["Haus 2", "Haus 3"]],
      ["recent", ["Haus 1"]],
      ["pages", ["Häuser"]],
    ]);
  });
});

describe("recent records", () => {
  it("links recent records with their kind, except the current record and unknown kinds", () => {
    const recent = [
      { kind: "members", id: 7, label: "A B", detail: "Chemie" },
      { kind: "institutions", id: 7, label: "Haus", detail: "" },
      { kind: "programmes", id: 1, label: "Of a removed kind", detail: "" },
    ];
    expect(recentEntries(recent, kinds, "/institution/7")).toEqual([
      {
        key: "members 7",
        label: "A B",
        detail: "Chemie",
        kindName: "member",
        section: "member",
        target: { to: "/member/7" },
      },
    ]);
  });
});

describe("records found by name", () => {
  const hit = (id: number, label: string, by: HitReason = "name", detail = "Ort") => ({ id, label, detail, by });
  const named = (text: string, members: ReturnType<typeof hit>[], institutions: ReturnType<typeof hit>[] = []) =>
    labels(
      bestNames(
        [
          { kind: "members", hits: members, total: members.length },
          { kind: "institutions", hits: institutions, total: institutions.length },
        ],
        kinds,
        text,
      ),
    );

  it.each([
    ["Jörg Müller", "joerg  mueller", 0],
    ["Jörg Müller", "JORG MULLER ", 0],
    ["Straßenbau", "strassenb", 1],
    ["Jörg Müller", "müller", 2],
    ["Jörg Müller", "müller jörg", 2],
    ["Zweisprachigkeit", "bilingualism", 2],
  ])("the rank of %s for %s is %i", (name, text, rank) => {
    expect(nameRank(name, text)).toBe(rank);
  });

  it("names equal to the text precede those that begin with it, and these the others, over all kinds", () => {
    const members = [hit(1, "Anna Ringel"), hit(2, "Ringel Anna")];
    const institutions = [hit(1, "RINGEL"), hit(2, "Ringelhaus"), hit(3, "Der Ringel")];
    expect(named("ringel", members, institutions)).toEqual([
      "RINGEL",
      "Ringel Anna",
      "Ringelhaus",
      "Anna Ringel",
      "Der Ringel",
    ]);
  });

  it("an alias is ranked by itself, and an identifier like the whole name", () => {
    const institutions = [
      hit(1, "Kitahaus"),
      hit(2, "Karlsruhe", "alias", "auch: KIT · Karlsruhe"),
      hit(3, "Kern", "identifier"),
      hit(4, "Andere", "alias", "auch: Das KIT"),
      hit(5, "Vorhaben", "alias", "auch: Kitas – 01.02.2026"),
    ];
    expect(named("kit", [], institutions)).toEqual(["Karlsruhe", "Kern", "Kitahaus", "Vorhaben", "Andere"]);
  });

  it("at most five records are found by name, and none by other fields or linked records", () => {
    const others = [hit(8, "Haus", "field"), hit(9, "Haus", "linked")];
    const institutions = [1, 2, 3, 4, 5, 6].map((id) => hit(id, `Haus ${id}`));
    expect(named("haus", others, institutions)).toEqual(["Haus 1", "Haus 2", "Haus 3", "Haus 4", "Haus 5"]);
  });

  it("a record found by name says of which kind it is", () => {
    const [first] = bestNames([{ kind: "members", hits: [hit(7, "A B")], total: 1 }], kinds, "a b");
    expect(first).toMatchObject({ key: "members 7", kindName: "member", target: { to: "/member/7" } });
  });
});

describe("search results", () => {
  const hit = (id: number) => ({ id, label: `Haus ${id}`, detail: "Ort", by: "field" as const });
  const options = {
    text: "haus & hof",
    above: [] as PaletteEntry[],
    moreText: (count: number, isAtLeast: boolean) => `${isAtLeast ? "over " : ""}${count} more`,
  };

  it("search results are grouped by kind, with a link to the complete list", () => {
    const [group, ...others] = foundGroups(
      [{ kind: "institutions", hits: [hit(1), hit(2)], total: 9 }],
      kinds,
      options,
    );
    expect(others).toEqual([]);
    expect(group?.heading).toBe("institutions");
    expect(group?.items.map(({ label, target }) => [label, target])).toEqual([
      ["Haus 1", { to: "/institution/1" }],
      ["Haus 2", { to: "/institution/2" }],
      ["7 more", { to: "/institutions?filter=haus+%26+hof" }],
    ]);
  });

  it("a file found opens the tab of its record", () => {
    const files = { kind: "files", section: "files", list: "/files", one: "file", many: "files" } as const;
    const found = [{ kind: "files", hits: [{ ...hit(3), record: { kind: "institutions", id: 8 } }], total: 1 }];
    const [group] = foundGroups(found, [...kinds, files], options);
    expect(group?.items.map(({ key, target }) => [key, target])).toEqual([
      ["files 3", { to: "/institution/8?tab=files&file=3" }],
    ]);
  });

  it("marks the count of search results that reached the limit", () => {
    const [group] = foundGroups([{ kind: "institutions", hits: [hit(1)], total: 1_000 }], kinds, options);
    expect(group?.items.at(-1)?.label).toBe("over 999 more");
  });

  it("omits search results already shown above, and groups that are then empty", () => {
    const found = [{ kind: "institutions", hits: [hit(1)], total: 1 }];
    const above = [entry("Haus 1", { key: "institutions 1" })];
    expect(foundGroups(found, kinds, { ...options, above })).toEqual([]);
    expect(foundGroups([{ kind: "unheard", hits: [hit(1)], total: 1 }], kinds, options)).toEqual([]);
  });
});
