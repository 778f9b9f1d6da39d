import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createTranslator } from "next-intl";
import { kinds, type KindName } from "@/lib/model/kinds/registry";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { framePages } from "../frame-pages";
import { pageAt, sections } from "./sections";
import { kindSections } from "./kinds";

function pagesIn(locale: "de" | "en", mayWriteReferenceLists = true) {
  const messages = { de, en }[locale];
  // A missing message is rendered as its key, which the tests detect.
  const options = { locale, messages, onError: () => undefined };
  return framePages(
    createTranslator({ ...options, namespace: "frame.titles" }),
    createTranslator({ ...options, namespace: "records" }),
    { isAdmin: mayWriteReferenceLists },
  );
}

const COLOURS = readFileSync(path.join(import.meta.dirname, "../../../app/section-colours.css"), "utf8");

/** Returns a section's colours in the light and in the dark scheme. */
function coloursOf(artwork: string): string[] {
  const [, rule = ""] = COLOURS.split(`[data-section="${artwork}"] {`);
  return ["light", "dark"].map((scheme) => new RegExp(`--section-${scheme}: (.*?);`).exec(rule)?.[1] ?? "");
}

describe("pageAt", () => {
  it.each([
    ["/dashboard", "dashboard", "Übersicht"],
    ["/calendar", "calendar", "Kalender"],
    ["/charts", "statistics", "Statistik"],
    ["/pages/files", "files", "Dateien"],
    ["/members", "member", "Hochschulmitglieder"],
    ["/members/new", "member", "Hochschulmitglied"],
    ["/projects", "project", "Kooperationsprojekte"],
    ["/projects/12", "project", "Kooperationsprojekt"],
    ["/institutions", "institution", "Partnerinstitutionen"],
    ["/institution/3", "institution", "Partnerinstitution"],
    ["/persons", "person", "Partnerpersonen"],
    ["/person/new", "person", "Partnerperson"],
    ["/thematic-fields", "thematicField", "Themenfelder"],
    ["/thematic-fields/7", "thematicField", "Themenfeld"],
    ["/pages/quality", "quality", "Datenqualität"],
    ["/pages/places", "places", "Länder und Orte"],
    ["/pages/timeline", "history", "Verlauf"],
    ["/pages/reference", "reference", "Auswahllisten"],
    ["/pages/user", "account", "Benutzerkonto"],
    ["/api-docs", "account", "Schnittstelle (API)"],
  ])("finds the section and title of %s", (address, section, title) => {
    expect(pageAt(address, pagesIn("de"))).toMatchObject({ section, title });
  });

  it.each(["/nowhere", "/", "/members/1/2", "/dashboard/1"])("finds no page at %s", (address) => {
    expect(pageAt(address, pagesIn("de"))).toBeUndefined();
  });
});

it("shows reference lists in the sidebar only to users who may change them", () => {
  const groupFor = (mayWrite: boolean) => pageAt("/pages/reference", pagesIn("de", mayWrite))?.group;
  expect([groupFor(true), groupFor(false)]).toEqual(["administration", undefined]);
});

it("gives every entry of the sidebar an icon of its own", () => {
  const icons = pagesIn("de")
    .filter(({ group }) => group)
    .map(({ section }) => sections[section].icon);
  expect(new Set(icons).size).toBe(icons.length);
});

it("leaves the sidebar empty if only the account page is open to the user", () => {
  const words = (key: string) => key;
  const pages = framePages(words, words, { isAdmin: false, mayRead: false });
  expect(pages.filter(({ group }) => group)).toEqual([]);
  expect(pages.filter(({ closed }) => !closed).map(({ path }) => path)).toEqual(["/pages/user"]);
});

describe("sections", () => {
  it.each(Object.keys(kinds) as KindName[])("the sections define everything that the kind %s needs", (kind) => {
    const section = kindSections[kind];
    expect(section, `${kind}: write its section into components/layout/sections/kinds.ts`).toBeDefined();
    expect(pagesIn("de").filter((page) => page.section === kind && page.group === "records")).toHaveLength(1);
  });

  it.each(Object.entries(sections))("the section %s has a colour per scheme", (_name, { artwork }) => {
    for (const colour of coloursOf(artwork)) expect(colour).toMatch(/^oklch\([\d.]+ [\d.]+ [\d.]+\)$/);
  });

  it.each(["de", "en"] as const)("every page has a title in the language %s", (locale) => {
    for (const { path, title } of pagesIn(locale)) expect(title, path).not.toContain(".");
  });
});

describe("artwork.svg", () => {
  const file = readFileSync(new URL("artwork.svg", import.meta.url), "utf8");

  it("artwork.svg contains exactly the drawings of the sections", () => {
    const drawn = [...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(drawn.toSorted()).toEqual([...new Set(Object.values(sections).map(({ artwork }) => artwork))].toSorted());
  });

  it("artwork.svg repeats the colours of the kinds for the dashboard", () => {
    const repeated = [...file.matchAll(/light-dark\(.*?\)\)/g)].map(([colour]) => colour);
    expect(repeated).toEqual(
      Object.values(kindSections).map(({ artwork }) => `light-dark(${coloursOf(artwork).join(", ")})`),
    );
  });
});
