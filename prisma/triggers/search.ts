import { ALIASES } from "@/lib/model/kinds/aliases";
import { allLabelFields, collapsedNameSql, namingFields, type AnyDefinition } from "@/lib/model/kinds/define";
import type { Field } from "@/lib/model/fields/field";
import { nameColumns, referenceLists, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { lines, type DatabaseFunction, type Index, type Part, type Trigger } from "./types";

/* Triggers that maintain the columns for searching and sorting (contract §2). */

const SEARCH_COLUMNS = ["suche", "suche_kompakt", "namen", "suche_verknuepft", "suche_verknuepft_kompakt"];

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

function referenceListOf({ name: kind, fields }: AnyDefinition, name: string) {
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

/** Builds an update that makes a kind's trigger recompute the search and sort columns of its records. */
export const refold = ({ table }: Pick<AnyDefinition, "table">, condition?: string) =>
  `UPDATE "${table}" SET suche = NULL${condition === undefined ? "" : ` WHERE ${condition}`};`;

/** Builds a condition: an update changes one of the columns. */
function isChanged(names: readonly string[]): string {
  const row = (alias: string) => `(${names.map((name) => `${alias}."${name}"`).join(", ")})`;
  return `${row("NEW")} IS DISTINCT FROM ${row("OLD")}`;
}

/**
 * Builds the statements that compute columns from fields, in a trigger on each row: folding a text
 * takes longer than all comparisons.
 */
function ifChanged(names: readonly string[], statements: readonly string[]): string[] {
  if (statements.length === 0) return [];
  return [
    `    IF recompute OR ${isChanged(names)} THEN`,
    ...statements.map((statement) => `        ${statement}`),
    "    END IF;",
  ];
}

/**
 * Builds the triggers that refresh a kind's search columns when its records are written, or when
 * entries are added to or removed from their list fields.
 */
export function searchTriggers(definition: AnyDefinition): Part {
  const { table, key } = definition;
  const fields = searchedFields(definition);
  const searched = fields.map(({ name, field }) => `            ${searchedText(definition, name, field)}`);
  // A statement that writes one of these columns makes the trigger recompute all of them.
  const computed = [...SEARCH_COLUMNS, ...definition.sortColumns.map(({ column }) => column)];
  const sorted = [...new Set(definition.sortColumns.map(({ field }) => field))];
  const functions: DatabaseFunction[] = [
    {
      name: `${table}_fold`,
      body: [
        `DECLARE recompute boolean := TG_OP = 'INSERT' OR ${isChanged(computed)};`,
        "BEGIN",
        ...ifChanged(
          fields.flatMap(({ name, field }) => (field.storage.in === "column" ? [name] : [])),
          [
            `NEW.suche := fold_text(concat_ws(E'\\n',\n${searched.join(",\n")}));`,
            "NEW.suche_kompakt := fold_umlauts(NEW.suche);",
          ],
        ),
        ...ifChanged(
          [...new Set([...namingFields(definition), ...fieldsFromLinked(definition)])],
          [
            `NEW.namen := ${foldedTexts(namingFields(definition).map((name) => namingText(definition, name)))};`,
            `NEW.suche_verknuepft := ${foldedTexts(
              fieldsFromLinked(definition).map((name) => ownText(name, fieldOf(definition, name))),
            )};`,
            "NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);",
          ],
        ),
        ...ifChanged(
          sorted,
          definition.sortColumns.map(({ column, field }) => {
            const { table: entries, key: entryKey } = referenceListOf(definition, field);
            const name = `(SELECT e."${column}" FROM "${entries}" e WHERE e."${entryKey}" = NEW."${field}")`;
            // A missing entry is reported by the foreign key.
            return `NEW."${column}" := coalesce(${name}, '');`;
          }),
        ),
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
    functions.push({ name: `${list}_refold`, body: `BEGIN\n    ${changed}\n    RETURN NULL;\nEND` });
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

/** Returns the fields by which lists of linked records find a record (contract §2). */
const fieldsFromLinked = (definition: AnyDefinition) => [
  ...new Set([...allLabelFields(definition), ...(definition.foundFromLinked ?? []), ALIASES]),
];

function fieldOf({ name: kind, fields }: AnyDefinition, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`${kind} is found by ${name}, which is no field of it`);
  return field;
}

/** Builds the text of a field for `namen`; that of a label field in one line, so that it can be found in there. */
function namingText(definition: AnyDefinition, name: string): string {
  const text = ownText(name, fieldOf(definition, name));
  return allLabelFields(definition).includes(name) ? `translate(${text}, E'\\n', ' ')` : text;
}

const foldedTexts = (texts: readonly string[]) => `fold_text(concat_ws(E'\\n', ${texts.join(", ")}))`;

/** Builds the prefix indexes on label fields, for the statement that typeahead tries first. */
function beginnings(definition: AnyDefinition): Index[] {
  const { table } = definition;
  return allLabelFields(definition).map((name) => ({
    name: `${table}_${name}_begins_idx`,
    table,
    on: `(${collapsedNameSql(definition, name, `"namen"`)} text_pattern_ops)`,
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
      const recordIds = `SELECT "${definition.key}" FROM "${entries}" WHERE "${entryKey}" = NEW."${key}"`;
      return [refold(definition, `"${definition.key}" IN (${recordIds})`)];
    }),
  );
  const rowOf = (row: "OLD" | "NEW") =>
    `(${nameColumns(list)
      .map((column) => `${row}."${column}"`)
      .join(", ")})`;
  if (updates.length === 0) return { functions: [], triggers: [] };
  return {
    functions: [
      {
        name: `${table}_refold`,
        body: `BEGIN\n${updates.map((update) => `    ${update}`).join("\n")}\n    RETURN NULL;\nEND`,
      },
    ],
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
