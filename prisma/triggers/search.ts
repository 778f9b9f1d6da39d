import { LOCALES } from "../../lib/i18n";
import { ALIASES } from "@/lib/records/kinds/aliases";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Field } from "@/lib/records/fields/field";
import { nameColumns, referenceLists, type EntryListName } from "@/lib/records/reference-lists/reference-lists";
import { allDefinitions } from "@/lib/records/kinds/registry";
import { lines, type DatabaseFunction, type Index, type Part, type Trigger } from "./types";

/* Triggers that maintain the columns for searching and sorting (contract §2). */

/**
 * Builds the text of a field. Puts several names on separate lines, so that no search matches
 * across two of them.
 */
const ownText = (name: string, { storage }: Field) =>
  storage.in === "column" && storage.type === "text[]" ? `array_to_string(NEW."${name}", E'\\n')` : `NEW."${name}"`;

function searchedText({ key }: AnyDefinition, name: string, field: Field): string {
  const { storage, reference } = field;
  if (!reference) return ownText(name, field);
  const entries = referenceLists[reference];
  const names = lines("e.", nameColumns(reference));
  if (storage.in === "column") {
    return `(SELECT ${names} FROM "${entries.table}" e WHERE e."${entries.key}" = NEW."${name}")`;
  }
  if (storage.in === "links") throw new Error(`${name}: links cannot be searched`);
  return (
    `(SELECT string_agg(${names}, E'\\n') FROM "${storage.table}" l ` +
    `JOIN "${entries.table}" e ON e."${entries.key}" = l."${storage.key}" WHERE l."${key}" = NEW."${key}")`
  );
}

function entriesBehind({ name: kind, fields }: AnyDefinition, name: string) {
  const reference = fields[name]?.reference;
  if (!reference) throw new Error(`${name} of ${kind} points to no reference list`);
  return referenceLists[reference];
}

const searchedFields = (definition: AnyDefinition) =>
  definition.searched.map((name) => {
    const field = definition.fields[name];
    if (!field) throw new Error(`${definition.name} searches ${name}, which is no field of it`);
    return { name, field };
  });

/**
 * Returns the fields whose texts or entry names are denormalized onto the record, for searching and
 * sorting.
 */
const fieldsWithNames = (definition: AnyDefinition) => {
  const searched = searchedFields(definition);
  const sorted = definition.sortColumns.flatMap(({ field: name }) => {
    const field = definition.fields[name];
    return field && !definition.searched.includes(name) ? [{ name, field }] : [];
  });
  return [...searched, ...new Map(sorted.map((each) => [each.name, each])).values()];
};

/**
 * Builds an update without changes, which fires the record's own trigger and thereby refreshes its
 * search and sort columns.
 */
const refold = ({ table, key }: AnyDefinition, condition: string) =>
  `    UPDATE "${table}" SET "${key}" = "${key}" WHERE ${condition};`;

/**
 * Builds the triggers that refresh a kind's search columns when its records are written, or when
 * entries are added to or removed from their list fields.
 */
export function searchTriggers(definition: AnyDefinition): Part {
  const { table, key } = definition;
  const fields = searchedFields(definition);
  const all = fields.map(({ name, field }) => `        ${searchedText(definition, name, field)}`);
  const functions: DatabaseFunction[] = [
    {
      name: `${table}_fold`,
      body: [
        "BEGIN",
        `    NEW.suche := fold_text(concat_ws(E'\\n',\n${all.join(",\n")}));`,
        "    NEW.suche_kompakt := fold_umlauts(NEW.suche);",
        `    NEW.namen := ${foldedTexts(definition, typeaheadFields(definition))};`,
        `    NEW.suche_verknuepft := ${foldedTexts(definition, fieldsFromLinked(definition))};`,
        "    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);",
        ...definition.sortColumns.map(({ column, field }) => {
          const { table: entries, key: entryKey } = entriesBehind(definition, field);
          const name = `(SELECT e."${column}" FROM "${entries}" e WHERE e."${entryKey}" = NEW."${field}")`;
          // A missing entry is reported by the foreign key.
          return `    NEW."${column}" := coalesce(${name}, '');`;
        }),
        "    RETURN NEW;",
        "END",
      ].join("\n"),
    },
  ];
  const triggers: Trigger[] = [
    { name: `${table}_fold`, table, when: "BEFORE INSERT OR UPDATE", calls: `ROW EXECUTE FUNCTION ${table}_fold()` },
  ];
  for (const { field } of fields) {
    if (field.storage.in !== "list") continue;
    const list = field.storage.table;
    const changed = refold(definition, `"${key}" IN (SELECT "${key}" FROM changed)`);
    functions.push({ name: `${list}_refold`, body: `BEGIN\n${changed}\n    RETURN NULL;\nEND` });
    for (const [name, event, rows] of [
      ["added", "INSERT", "NEW"],
      ["removed", "DELETE", "OLD"],
    ] as const) {
      const calls = `STATEMENT EXECUTE FUNCTION ${list}_refold()`;
      triggers.push({
        name: `${list}_${name}`,
        table: list,
        when: `AFTER ${event}`,
        calls: `REFERENCING ${rows} TABLE AS changed FOR EACH ${calls}`,
      });
    }
  }
  return { functions, triggers, indexes: beginnings(definition) };
}

/** Returns the fields that typeahead searches (contract §4). */
const typeaheadFields = ({ labelFields, foundBy = [] }: AnyDefinition) => [
  ...new Set([...LOCALES.flatMap((locale) => labelFields(locale)), ...foundBy]),
];

/** Returns the fields by which lists of linked records find a record (contract §2). */
const fieldsFromLinked = ({ labelFields, foundFromLinked = [] }: AnyDefinition) => [
  ...new Set([...LOCALES.flatMap((locale) => labelFields(locale)), ...foundFromLinked, ALIASES]),
];

function foldedTexts({ name: kind, fields }: AnyDefinition, names: readonly string[]): string {
  const texts = names.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`${kind} is found by ${name}, which is no field of it`);
    return ownText(name, field);
  });
  return `fold_text(concat_ws(E'\\n', ${texts.join(", ")}))`;
}

/** Builds the prefix indexes on label fields, for the statement that typeahead tries first. */
function beginnings({ table, labelFields }: AnyDefinition): Index[] {
  const names = new Set(LOCALES.flatMap((locale) => labelFields(locale)));
  return [...names].map((name) => ({
    name: `${table}_${name}_begins_idx`,
    table,
    on: `(fold_umlauts(fold_text("${name}")) text_pattern_ops)`,
  }));
}

/**
 * Builds the trigger that, when a reference entry is renamed, refreshes the search and sort columns
 * of the records that use it.
 */
export function renameTriggers(list: EntryListName): Part {
  const { table, key } = referenceLists[list];
  const updates = allDefinitions.flatMap((definition) =>
    fieldsWithNames(definition).flatMap(({ name, field }) => {
      if (field.reference !== list) return [];
      if (field.storage.in === "column") return [refold(definition, `"${name}" = NEW."${key}"`)];
      if (field.storage.in === "links") return [];
      const { table: entries, key: entryKey } = field.storage;
      const carriers = `SELECT "${definition.key}" FROM "${entries}" WHERE "${entryKey}" = NEW."${key}"`;
      return [refold(definition, `"${definition.key}" IN (${carriers})`)];
    }),
  );
  const rowOf = (row: "OLD" | "NEW") =>
    `(${nameColumns(list)
      .map((column) => `${row}."${column}"`)
      .join(", ")})`;
  if (updates.length === 0) return { functions: [], triggers: [] };
  return {
    functions: [{ name: `${table}_refold`, body: `BEGIN\n${updates.join("\n")}\n    RETURN NULL;\nEND` }],
    triggers: [
      {
        name: `${table}_renamed`,
        table,
        when: "AFTER UPDATE",
        calls: `ROW WHEN (${rowOf("OLD")} IS DISTINCT FROM ${rowOf("NEW")}) EXECUTE FUNCTION ${table}_refold()`,
      },
    ],
  };
}
