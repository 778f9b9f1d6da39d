import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { managedFields, writableFields } from "./define";
import { duplicateColumns } from "./duplicate-fields";
import { fieldsOfHighlight } from "./highlight-fields";
import { sectionsOf } from "../overview/overview";
import {
  entryChoices,
  entryFlags,
  entryGroups,
  entryLists,
  isEntryList,
  isProtected,
  nameColumns,
  referenceLists,
  type ReferenceListName,
} from "../reference-lists/reference-lists";
import { allDefinitions, definitionOf, kinds } from "./registry";
import { schemaOf } from "../values/schemas";
import { linkCallNames, linkListOf, linkListOfCall, relations } from "./relations";

type Words = { one: string; many: string; count: string; fields: Record<string, string> };
type RecordMessages = Record<string, Words> & { groups: Record<string, string> };

const messages = { de: de.records as unknown as RecordMessages, en: en.records as unknown as RecordMessages };
const ROOT = path.join(import.meta.dirname, "../../..");
const schema = readFileSync(path.join(ROOT, "prisma/schema.prisma"), "utf8");

/** Returns the scalar columns of a table as declared in prisma/schema.prisma. */
function columnsOf(table: string): string[] {
  const model = schema.split(/^model /m).find((part) => part.includes(`@@map("${table}")`)) ?? "";
  return [...model.matchAll(/^ {2}(\w+) +(?:Int|String|DateTime|Boolean)\b/gm)].map(([, name]) => name ?? "");
}

describe.each(allDefinitions.map((definition) => [definition.name, definition] as const))("%s", (name, definition) => {
  it.each(["constructor", "toString", "__proto__"])("a kind has no field %s, as every other object has", (property) => {
    expect(definition.fields[property]).toBeUndefined();
  });

  it("a kind declares only columns that its table has", () => {
    const columns = columnsOf(definition.table);
    expect(columns).toContain(definition.key);
    for (const [field, { storage }] of Object.entries(definition.fields)) {
      if (storage.in === "column") expect(columns, field).toContain(field);
    }
    for (const field of definition.linkFields) expect(columns, field).toContain(field);
    expect(columns).toEqual(expect.arrayContaining(["version", "suche", "suche_kompakt", "namen", "suche_verknuepft"]));
    for (const { column } of definition.sortColumns) expect(columns, column).toContain(column);
  });

  it("a kind limits texts to the length of their column", () => {
    for (const [field, { max }] of Object.entries(definition.fields)) {
      if (max) expect(schema, field).toMatch(new RegExp(`^ {2}${field} .*VarChar\\(${max}\\)`, "m"));
    }
  });

  it.each(["de", "en"] as const)("a kind has its translations in %s", (language) => {
    const words = messages[language][name];
    expect(words?.one, "one").toBeTruthy();
    expect(words?.many, "many").toBeTruthy();
    expect(words?.count, "count").toBeTruthy();
    const derived = (definition.derivedLists ?? []).map((list) => list.name);
    const columns = definition.columns.map((column) => column.name);
    for (const field of [...Object.keys(definition.fields), ...columns, ...derived]) {
      expect(words?.fields[field], field).toBeTruthy();
    }
    for (const group of definition.form) expect(messages[language].groups[group.name], group.name).toBeTruthy();
  });

  it("a kind's form shows each writable field once, and only declared fields", () => {
    const shown = definition.form.flatMap((group) => group.fields);
    expect(new Set(shown).size).toBe(shown.length);
    for (const field of shown) expect(definition.fields, field).toHaveProperty(field);
    for (const field of managedFields(definition)) expect(shown).not.toContain(field);
    const hidden = writableFields(definition).flatMap(([field]) => (shown.includes(field) ? [] : field));
    expect(hidden.filter((field) => definition.fields[field]?.storage.in !== "links")).toEqual([]);
  });

  it("a kind's form has the aliases after the last field that names the record", () => {
    const shown: string[] = definition.form.flatMap((group) => group.fields);
    const naming = new Set<string>([...definition.labelFields("de"), ...definition.labelFields("en")]);
    expect(shown.indexOf("aliases")).toBe(shown.findLastIndex((field) => naming.has(field)) + 1);
  });

  it("a kind's list can be sorted by its default and by the sort keys of its columns", () => {
    expect(definition.sortFields).toContain(definition.defaultSort);
    for (const column of definition.columns) {
      for (const locale of ["de", "en"] as const) {
        const field = column.sortBy?.(locale);
        if (field) expect(definition.sortFields, column.name).toContain(field);
      }
    }
    for (const target of Object.values(definition.sortAliases ?? {})) expect(definition.sortFields).toContain(target);
  });

  it("a kind's defaults fail validation only for required fields", () => {
    const result = schemaOf(definition).safeParse(definition.defaults());
    const failed = new Set(result.error?.issues.map((issue) => issue.path[0]));
    for (const field of failed) expect(definition.fields[String(field)]?.required, String(field)).toBe(true);
    expect([...(result.error?.issues ?? [])].every((issue) => issue.message === "required")).toBe(true);
  });

  it("a kind has its route and page files", () => {
    const { apiPath, key, pages, person } = definition;
    const ofPersons = person ? [`/[${key}]/personal-data`, `/[${key}]/erase`, `/[${key}]/handover`] : [];
    const lists = ["", "/new", "/export", "/similar", "/bulk", "/filter_choices"];
    const records = ["", "/overview.pdf", "/aliases", "/merge"].map((rest) => `/[${key}]${rest}`);
    const routes = [...lists, ...records, ...ofPersons].map((rest) => `app/api/${apiPath}${rest}/route.ts`);
    const files = [...routes, `app/api/${apiPath}_search/route.ts`, `app/(main)${pages.list}/page.tsx`];
    for (const file of files) expect(existsSync(path.join(ROOT, file)), `${file} is missing`).toBe(true);
    const folders = readdirSync(path.join(ROOT, `app/(main)${pages.detail}`));
    expect(
      folders.filter((folder) => folder.startsWith("[")),
      `app/(main)${pages.detail}/[…]`,
    ).toHaveLength(1);
  });

  it("a kind derives lists from link lists with roles, by a flag that roles have", () => {
    for (const { list, roleFlag } of definition.derivedLists ?? []) {
      const { fields = {}, roles } = linkListOf(name, list).relation;
      expect(fields[roles?.field ?? ""]?.reference, list).toBe("verknuepfungsrollen");
      expect(referenceLists.verknuepfungsrollen.flags, list).toContain(roleFlag);
    }
  });

  it("a kind's contact field names a link list with roles, whose persons have the fields to copy", () => {
    const { contact } = definition;
    if (!contact) return;
    const { relation, other } = linkListOf(name, contact.list);
    const child = definitionOf(other.kind);
    expect(relation.roles).toBeDefined();
    expect(child.person).toBeDefined();
    for (const field of [contact.field, ...contact.copies]) expect(definition.fields).toHaveProperty(field);
    for (const field of contact.copies) expect(child.fields).toHaveProperty(field);
  });

  it("a kind identifies its persons by text fields", () => {
    const fields = Object.values(definition.person ?? {}).map((field) => definition.fields[field]?.storage);
    for (const storage of fields) expect(storage).toMatchObject({ in: "column", type: "text" });
  });

  it("a kind detects duplicates by its own text columns, including its label, and its country", () => {
    const { duplicateFields } = definition;
    if (!duplicateFields) throw new Error("Every shipped kind must declare its duplicate detection");
    const { country } = duplicateFields;
    if (country !== undefined) expect(definition.fields[country]?.reference).toBe("laender");
    for (const field of duplicateColumns(duplicateFields).filter((name) => name !== country)) {
      const storage = definition.fields[field]?.storage;
      expect(storage?.in === "column" ? storage.type : storage?.in, field).toMatch(/^text/);
    }
    const named = duplicateFields.names.flat();
    expect(named).toEqual(expect.arrayContaining([...definition.labelFields("de"), ...definition.labelFields("en")]));
    expect(
      [duplicateFields.email, duplicateFields.website].map((field) => field && definition.fields[field]?.control),
    ).toEqual([duplicateFields.email && "email", duplicateFields.website && "web_address"]);
  });

  it("a kind searches, labels and distinguishes records by its own fields and link lists", () => {
    const lists = definition.tabs.map(({ list }) => list);
    const parts = (["de", "en"] as const).flatMap((locale) => [
      ...definition.labelFields(locale),
      ...definition.detail.parts(locale).flat(),
    ]);
    for (const part of [...definition.searched, ...parts, ...(definition.foundBy ?? [])]) {
      expect([...Object.keys(definition.fields), ...lists], part).toContain(part);
    }
    const { foundFromLinked = [] } = definition;
    expect(definition.searched).toEqual(expect.arrayContaining([...definition.labelFields("de"), ...foundFromLinked]));
  });

  it("a kind has highlights and overview sections of existing fields and link lists", () => {
    const lists = definition.tabs.map(({ list }) => list);
    for (const highlight of [...(definition.highlights?.("de") ?? []), ...(definition.highlights?.("en") ?? [])]) {
      if ("names" in highlight) expect(lists).toContain(highlight.names);
      for (const field of fieldsOfHighlight(highlight)) expect(definition.fields, field).toHaveProperty(field);
    }
    const { past } = definition;
    if (past) for (const field of [past.field, past.end]) expect(definition.fields).toHaveProperty(field);
    for (const { section, sides } of sectionsOf(definition)) {
      const child = definitionOf(sides.other.kind);
      const shown = (section.shows ?? []).flatMap((highlight) =>
        "field" in highlight ? [highlight.field] : [highlight.from, highlight.to],
      );
      for (const field of shown) expect(child.fields[field]?.storage.in, field).toBe("column");
      if (section.with) expect(child.tabs.map(({ list }) => list)).toContain(section.with);
      if (section.sort) expect(child.sortFields).toContain(section.sort.field);
    }
  });

  it("a kind has card headings and row subtitles of its own fields and link lists", () => {
    const lists = definition.tabs.map(({ list }) => list);
    const { cardHeading, columns, linkFields, key } = definition;
    for (const field of cardHeading ?? []) expect(linkFields, field).toContain(field);
    // The heading of a card must contain the first column, and the first link field other than the
    // key.
    const leadingColumns = [columns[0]?.name, linkFields.find((name) => name !== key)];
    if (cardHeading) expect(cardHeading).toEqual(expect.arrayContaining(leadingColumns));
    for (const highlight of definition.rowSubtitle ?? []) {
      if ("names" in highlight) expect(lists, highlight.names).toContain(highlight.names);
      for (const field of fieldsOfHighlight(highlight)) expect(definition.fields, field).toHaveProperty(field);
    }
  });

  it("a kind stores each list in a table with its own key and the entry's key", () => {
    for (const [field, { storage }] of Object.entries(definition.fields)) {
      if (storage.in === "list")
        expect(columnsOf(storage.table).sort(), field).toEqual([definition.key, storage.key].sort());
      if (storage.in === "links") expect(linkListOf(name, storage.list), field).toBeDefined();
    }
  });

  it.each(["de", "en"] as const)("a kind reports only errors that have a translation in %s", (language) => {
    const words: Record<string, string> = { de: de.validation, en: en.validation }[language];
    const codes = [
      ...Object.values(definition.fields).flatMap(({ errorCodes }) => errorCodes),
      ...(definition.rules ?? []).map(({ code }) => code),
    ];
    for (const code of codes) expect(words[code], code).toBeTruthy();
  });
});

describe("relations", () => {
  it("relations have a table with the keys of both ends", () => {
    for (const { table, ends } of relations) {
      const keys = ends.map(({ kind }) => definitionOf(kind).key);
      expect(columnsOf(table)).toEqual(expect.arrayContaining(keys));
      expect(ends.map(({ column }) => column).sort(), table).toEqual(keys.sort());
    }
  });

  it("relations store the fields of their links in columns of the same table", () => {
    for (const { table, ends, fields = {} } of relations) {
      const columns = columnsOf(table).filter((column) => ends.every((end) => end.column !== column));
      expect(columns.sort(), table).toEqual(Object.keys(fields).sort());
      for (const [name, { storage }] of Object.entries(fields)) expect(storage.in, name).toBe("column");
    }
  });

  it("links have fields that no linked kind has, so that `<list>.<field>` is unambiguous", () => {
    for (const { ends, fields = {} } of relations) {
      const names = ends.flatMap(({ kind }) => Object.keys(definitionOf(kind).fields));
      expect(names.filter((name) => Object.hasOwn(fields, name))).toEqual([]);
    }
  });

  it.each(["de", "en"] as const)("relations have translations of their fields in %s", (language) => {
    const names = relations.flatMap(({ fields = {} }) => Object.keys(fields));
    for (const name of names) expect(messages[language].link?.fields[name], name).toBeTruthy();
  });

  it("relations have link calls with the keys of both ends, below the parent's path", () => {
    const calls = linkCallNames().map(linkListOfCall);
    for (const { call, own, other, path: ids } of calls) {
      expect([...ids].sort(), call).toEqual([own.column, other.column].sort());
      expect(call.split("/")[0]).toBe(definitionOf(own.kind).apiPath);
      const file = `app/api/${call}/${ids.map((column) => `[${column}]`).join("/")}/route.ts`;
      expect(existsSync(path.join(ROOT, file)), `${file} is missing`).toBe(true);
    }
  });

  it("relations show a list at both ends, except for thematic fields, which have a single tab (spec §2)", () => {
    for (const { ends } of relations) {
      for (const { kind, list, call } of ends) {
        expect([list !== undefined, call !== undefined], kind).toEqual(Array(2).fill(kind !== "thematicField"));
      }
    }
  });
});

describe("reference lists", () => {
  it("reference lists have their key and names in their table", () => {
    for (const [list, { table, key }] of Object.entries(referenceLists)) {
      const expected = [key, ...nameColumns(list as ReferenceListName)];
      expect(columnsOf(table), list).toEqual(expect.arrayContaining(expected));
    }
  });

  it("reference lists limit the names of their entries to the length of their columns", () => {
    for (const list of entryLists) {
      for (const column of nameColumns(list)) {
        const length = new RegExp(`^ {2}${column} .*VarChar\\(${referenceLists[list].max}\\)`, "m");
        expect(schema, column).toMatch(length);
      }
    }
  });

  it("reference lists protect the default entries of new records, so that records can always be created", () => {
    for (const { fields } of allDefinitions) {
      for (const [name, { reference, initial }] of Object.entries(fields)) {
        if (!reference || !isEntryList(reference) || typeof initial !== "number") continue;
        expect(isProtected(reference, initial), name).toBe(true);
      }
    }
  });

  it.each(["de", "en"] as const)("reference lists have their translations in %s", (language) => {
    const words: Record<string, string> = { de: de.reference.lists, en: en.reference.lists }[language];
    expect(Object.keys(words)).toEqual(entryLists);
  });

  it.each(["de", "en"] as const)("reference lists have texts for their groups, flags and choices in %s", (language) => {
    const { history, reference } = { de, en }[language];
    for (const list of entryLists) {
      const { column, values } = entryGroups(list) ?? { column: "", values: [] };
      const names = (history.values as Record<string, object>)[column] ?? {};
      expect(Object.keys(names), list).toEqual(values);
      expect(Object.keys(reference.flags), list).toEqual(expect.arrayContaining([...entryFlags(list)]));
      for (const [name, offered] of Object.entries(entryChoices(list))) {
        expect(Object.keys(reference.choices), list).toContain(name);
        expect(Object.keys((history.values as Record<string, object>)[name] ?? {}), list).toEqual(offered);
      }
    }
  });
});

describe("the specification's terms", () => {
  // The terms of contract §6 that the screens of records use.
  const words: [(records: RecordMessages) => string | undefined, string, string][] = [
    [(records) => records.member?.many, "Hochschulmitglieder", "University members"],
    [(records) => records.project?.many, "Kooperationsprojekte", "Cooperation projects"],
    [(records) => records.institution?.many, "Partnerinstitutionen", "Partner institutions"],
    [(records) => records.person?.many, "Partnerpersonen", "Partner persons"],
    [(records) => records.thematicField?.many, "Themenfelder", "Thematic fields"],
    [(records) => records.member?.fields.nachname, "Nachname", "Surname"],
    [(records) => records.member?.fields.einrichtungen, "Einrichtungen", "Facilities"],
    [(records) => records.project?.fields.vertragsgrundlage, "Vertragsgrundlage", "Contractual basis"],
    [(records) => records.project?.fields.kuendigungsfrist, "Kündigungsfrist", "Notice period"],
    [(records) => records.project?.fields.mittelvolumen, "Mittelvolumen", "Funding volume"],
    [(records) => records.project?.fields.drittelmittelanteil, "Drittmittelanteil", "Third-party share"],
    [(records) => records.institution?.fields.organisationsform, "Organisationsform", "Organisational form"],
    [(records) => records.institution?.fields.branchen, "Branchen", "Industry"],
  ];
  it("the specification's terms are used as the contract lists them", () => {
    for (const [pick, german, english] of words) {
      expect([pick(messages.de), pick(messages.en)]).toEqual([german, english]);
    }
  });
});

describe("every definition", () => {
  it("every definition is registered under its own name", () => {
    expect(allDefinitions.map(({ name }) => name)).toEqual(Object.keys(kinds));
  });
});
