import { describe, expect, it } from "vitest";
import { foundGroups, localGroups, matchingEntries, recentEntries, type PaletteEntry } from "./palette-entries";
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

  it("omits empty groups of palette entries and shows at most six recent records", () => {
    const recent = Array.from({ length: 9 }, (_, index) => entry(`Projekt ${index}`));
    const headings = { recent: "recent", pages: "pages", actions: "actions" };
    const offered = { recent, pages: [entry("Übersicht")], actions: [entry("Abmelden")] };
    expect(localGroups(offered, headings, "").map(({ heading, items }) => [heading, items.length])).toEqual([
      ["recent", 6],
      ["pages", 1],
      ["actions", 1],
    ]);
    expect(localGroups(offered, headings, "projekt 8")).toEqual([{ heading: "recent", items: [recent[8]] }]);
    expect(localGroups(offered, headings, "nichts davon")).toEqual([]);
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

describe("search results", () => {
  const hit = (id: number) => ({ id, label: `Haus ${id}`, detail: "Ort" });
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
