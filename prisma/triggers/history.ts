import { managedFields, type AnyDefinition } from "@/lib/model/kinds/define";
import {
  entryProperties,
  entryGroups,
  nameColumns,
  referenceLists,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import {
  defaultLinkValues,
  relationSidesOf,
  type Relation,
  type RelationEnd,
  type RelationFields,
} from "@/lib/model/kinds/relations";
import { fileLinksOf } from "./files";
import { text, type Part } from "./types";

/* Triggers that record changes made outside the app in the history (contract §8). */

const UNLESS_RECORDED = "    IF history_setting('recorder') = 'app' THEN";

const labelOf = (definition: AnyDefinition, alias: string) =>
  `concat_ws(' ', ${definition
    .labelFields("de")
    .map((name) => `${alias}."${name}"`)
    .join(", ")})`;

const ownFields = ({ fields }: AnyDefinition) =>
  Object.entries(fields).filter(([, { storage }]) => storage.in !== "links");

const ownColumns = (definition: AnyDefinition) =>
  ownFields(definition).filter(([, { storage }]) => storage.in === "column");

/** Builds a JSON object with a record's values as stored in the history. */
function valuesOf({ key }: AnyDefinition, fields: ReturnType<typeof ownFields>, row: "OLD" | "NEW"): string {
  const pairs = fields.map(([name, { storage }]) => {
    // As JSON, a timestamp depends on the time zone of the connection.
    if (storage.in === "column" && storage.type === "timestamptz")
      return `${text(name)}, ${storage.fromSql(`${row}."${name}"`)}`;
    if (storage.in !== "list") return `${text(name)}, ${row}."${name}"`;
    const entries = `SELECT l."${storage.key}" AS entry FROM "${storage.table}" l WHERE l."${key}" = ${row}."${key}"`;
    return `${text(name)}, (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (${entries}) AS entries)`;
  });
  return `jsonb_build_object(${pairs.join(", ")})`;
}

const arrayOf = (names: readonly string[]) => `ARRAY[${names.map(text).join(", ")}]`;

/**
 * Builds an array of the names of the fields to record for a created or deleted record. Fields of
 * separate subresources and managed fields are included only if they are not empty.
 */
function filledNamesOf(definition: AnyDefinition, row: "OLD" | "NEW"): string {
  const own = ownFields(definition);
  const always = arrayOf(own.flatMap(([name, { separate, managed }]) => ((separate ?? managed) ? [] : [name])));
  const sometimes = own.flatMap(([name, { separate, managed, storage }]) =>
    (separate ?? managed) && storage.in === "column"
      ? [` || CASE WHEN ${storage.emptySql(`${row}."${name}"`)} THEN ARRAY[]::text[] ELSE ${arrayOf([name])} END`]
      : [],
  );
  return [always, ...sometimes].join("");
}

/** Builds a JSON object with the values of a link's fields as stored in the history. */
function valuesOfLink(fields: RelationFields, alias: string): string {
  const pairs = Object.entries(fields).flatMap(([name, { storage }]) =>
    storage.in === "column" ? [`${text(name)}, ${storage.fromSql(`${alias}."${name}"`)}`] : [],
  );
  return `jsonb_build_object(${pairs.join(", ")})`;
}

const emptyValuesOf = (fields: RelationFields) => `${text(JSON.stringify(defaultLinkValues({ fields })))}::jsonb`;

/** Builds the links of a record that is about to be deleted, as stored in the history. */
function linksOf(definition: AnyDefinition): string {
  const parts = relationSidesOf(definition.name).map(({ relation, own, other }) => {
    const child = definitionOf(other.kind);
    const named = `'relation', ${text(relation.name)}, 'kind', ${text(child.apiPath)}, 'id', r."${child.key}", 'label', ${labelOf(child, "r")}`;
    const { fields } = relation;
    const values = fields ? `, 'values', filled_values(${valuesOfLink(fields, "l")}, ${emptyValuesOf(fields)})` : "";
    const link = `jsonb_strip_nulls(jsonb_build_object(${named}${values}))`;
    return (
      `SELECT ${link} AS link FROM "${relation.table}" l JOIN "${child.table}" r ON r."${child.key}" = l."${other.column}" ` +
      `WHERE l."${own.column}" = OLD."${definition.key}"`
    );
  });
  return `(SELECT jsonb_agg(link) FROM (${[...parts, fileLinksOf(definition)].join(" UNION ALL ")}) AS links)`;
}

/** Builds the trigger that records changes of a kind's rows. */
export function recording(definition: AnyDefinition): Part {
  const { table, key, apiPath } = definition;
  const own = ownFields(definition);
  // An update of a record's row changes no list field: triggers on the list tables record such
  // changes.
  const columns = ownColumns(definition);
  const record = (row: "OLD" | "NEW", action: string, version: string, old: string, now: string, links = "NULL") => {
    const names = action === "update" ? arrayOf(columns.map(([name]) => name)) : filledNamesOf(definition, row);
    return (
      `        PERFORM record_change(${text(action)}, ${text(apiPath)}, ${row}."${key}", ${labelOf(definition, row)}, ${version},\n` +
      `            history_fields(${old}, ${now}, ${names}), ${links});`
    );
  };
  const [before, after] = [valuesOf(definition, columns, "OLD"), valuesOf(definition, columns, "NEW")];
  const managed = managedFields(definition);
  const body = [
    "BEGIN",
    UNLESS_RECORDED,
    "        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;",
    "    END IF;",
    "    IF TG_OP = 'INSERT' THEN",
    record("NEW", "create", "NEW.version", "NULL", valuesOf(definition, own, "NEW")),
    "    ELSIF TG_OP = 'DELETE' THEN",
    record("OLD", "delete", "OLD.version", valuesOf(definition, own, "OLD"), "NULL", linksOf(definition)),
    "        RETURN OLD;",
    `    ELSIF ${before} IS DISTINCT FROM ${after} THEN`,
    ...(managed.length > 0
      ? [
          // Managed fields alone raise no version.
          `        IF ${before} - ${arrayOf(managed)} IS DISTINCT FROM ${after} - ${arrayOf(managed)} THEN`,
          "            NEW.version := OLD.version + 1;",
          "        END IF;",
        ]
      : ["        NEW.version := OLD.version + 1;"]),
    record("NEW", "update", "NEW.version", before, after),
    "    END IF;",
    "    RETURN NEW;",
    "END",
  ].join("\n");
  const calls = `ROW EXECUTE FUNCTION ${table}_history()`;
  return {
    functions: [{ name: `${table}_history`, body }],
    triggers: [
      { name: `${table}_history`, table, when: "BEFORE UPDATE OR DELETE", calls },
      { name: `${table}_history_insert`, table, when: "AFTER INSERT", calls },
    ],
  };
}

type Rows = "come" | "gone";

/** The events with their transition tables: `come` holds added rows, `gone` removed ones. */
const EVENTS: readonly { name: string; rows: string; tables: readonly Rows[] }[] = [
  { name: "insert", rows: "NEW TABLE AS come", tables: ["come"] },
  { name: "delete", rows: "OLD TABLE AS gone", tables: ["gone"] },
  { name: "update", rows: "OLD TABLE AS gone NEW TABLE AS come", tables: ["come", "gone"] },
];

/**
 * Builds one function per event, because each event has other transition tables. The function does
 * nothing where the app writes the history itself. EXECUTE makes a new plan for the actual rows: a
 * plan cached for a one-row statement would take quadratic time on a statement with 100,000 rows.
 */
function eachEvent(table: string, statementsOf: (tables: readonly Rows[]) => string[]): Part {
  return {
    functions: EVENTS.map(({ name, tables }) => ({
      name: `${table}_history_${name}`,
      body: [
        "BEGIN",
        UNLESS_RECORDED,
        "        RETURN NULL;",
        "    END IF;",
        ...statementsOf(tables).map((statement) => `    EXECUTE $sql$\n${statement}\n    $sql$;`),
        "    RETURN NULL;",
        "END",
      ].join("\n"),
    })),
    triggers: EVENTS.map(({ name, rows }) => ({
      name: `${table}_history_${name}`,
      table,
      when: `AFTER ${name.toUpperCase()}`,
      calls: `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_history_${name}()`,
    })),
  };
}

/**
 * Builds a join that finds the rows of a table by a key. OFFSET 0 keeps the planner from choosing
 * another order or algorithm: if the table was vacuumed while it was empty, it estimates one row,
 * and compares each row of the statement with each row of the table.
 */
const lookUp = (table: string, key: string, value: string, alias: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM "${table}" WHERE "${key}" = ${value} OFFSET 0) ${alias}`;

/**
 * Builds an INSERT of one change per source row, with the user, source and batch of the
 * transaction.
 */
function insertChanges(values: Readonly<Record<string, string>>, source: string, order: string): string {
  return [
    `        INSERT INTO changes (user_id, user_name, source, batch, reverts, ${Object.keys(values).join(", ")})`,
    `        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,`,
    `            ${Object.values(values).join(", ")}`,
    `        FROM history_origin() o, ${source}`,
    `        ORDER BY ${order}`,
  ].join("\n");
}

const entriesWhere = (condition: string) =>
  `coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE ${condition}), '[]')`;

/**
 * Builds the triggers that record changes of a list field as updates of its record; a deleted
 * record's entries are recorded with its deletion. The entries before and after the statement are
 * computed by grouping instead of joins, so that the cost is linear in the number of changed rows.
 */
export function listRecording(definition: AnyDefinition, name: string, list: { table: string; key: string }): Part {
  const { table, key, apiPath } = definition;
  return eachEvent(list.table, (tables) => {
    const pairs = (place: "now" | Rows, source: string) =>
      `                SELECT ${place}."${key}" AS id, ${place}."${list.key}" AS entry, '${place}' AS place FROM ${source}`;
    const changedIds = tables.map((rows) => `SELECT DISTINCT "${key}" FROM ${rows}`).join(" UNION ");
    const sources = [
      pairs("now", `(${changedIds}) AS changed ${lookUp(list.table, key, `changed."${key}"`, "now")}`),
      ...tables.map((rows) => pairs(rows, rows)),
    ];
    const changed = [
      "        WITH entries AS (",
      "            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone",
      `            FROM (\n${sources.join("\n                UNION ALL\n")}\n            ) AS placed GROUP BY id, entry`,
      "        ), changed AS (",
      `            SELECT id, ${entriesWhere("has_gone OR is_now AND NOT has_come")} AS before, ${entriesWhere("is_now")} AS now`,
      "            FROM entries GROUP BY id",
      "        ), raised AS (",
      `            UPDATE "${table}" r SET version = r.version + 1 FROM changed c WHERE r."${key}" = c.id AND c.before <> c.now`,
      `            RETURNING c.id, ${labelOf(definition, "r")} AS label, r.version, c.before, c.now`,
      "        )",
    ].join("\n");
    const values = {
      action: "'update'",
      kind: text(apiPath),
      id: "c.id",
      label: "c.label",
      version: "c.version",
      fields: `jsonb_build_array(jsonb_build_object('name', ${text(name)}, 'old', c.before, 'new', c.now))`,
    };
    return [`${changed}\n${insertChanges(values, "raised c", "c.id")}`];
  });
}

/**
 * Builds the triggers that record added, removed and changed links; links of a deleted record are
 * recorded with its deletion.
 */
export function linkRecording(relation: Relation): Part {
  const { name, table, ends, fields } = relation;
  const [first, second] = ends;
  const [one, other] = [definitionOf(first.kind), definitionOf(second.kind)];
  const join = ({ table: records, key }: AnyDefinition, { column }: RelationEnd, alias: string) =>
    lookUp(records, key, `l."${column}"`, alias);
  const sameLink = `b."${first.column}" = l."${first.column}" AND b."${second.column}" = l."${second.column}"`;
  const recordAll = (action: string, source: string, changedFields: string) => {
    const values = {
      action: text(action),
      kind: text(one.apiPath),
      id: `l."${first.column}"`,
      label: labelOf(one, "a"),
      version: "a.version",
      ...(fields && { fields: changedFields }),
      relation: text(name),
      related_kind: text(other.apiPath),
      related_id: `l."${second.column}"`,
      related_label: labelOf(other, "b2"),
    };
    const rows = `${source} ${join(one, first, "a")} ${join(other, second, "b2")}`;
    return insertChanges(values, rows, `l."${first.column}", l."${second.column}"`);
  };
  const [before, after] = fields ? [valuesOfLink(fields, "b"), valuesOfLink(fields, "l")] : ["NULL", "NULL"];
  const changed = (old: string, now: string) =>
    fields ? `link_history_fields(${old}, ${now}, ${emptyValuesOf(fields)}, ${arrayOf(Object.keys(fields))})` : "'[]'";
  return eachEvent(table, (tables) => {
    const isUpdate = tables.length > 1;
    // Links that an update leaves in place are neither removed nor added.
    const onlyIn = (rows: Rows) => {
      const otherRows = rows === "come" ? "gone" : "come";
      return isUpdate
        ? `(SELECT * FROM ${rows} l WHERE NOT EXISTS (SELECT FROM ${otherRows} b WHERE ${sameLink})) l`
        : `${rows} l`;
    };
    return [
      ...(tables.includes("gone") ? [recordAll("unlink", onlyIn("gone"), changed(after, "NULL"))] : []),
      ...(tables.includes("come") ? [recordAll("link", onlyIn("come"), changed("NULL", after))] : []),
      ...(isUpdate && fields
        ? [recordAll("update", `come l JOIN gone b ON ${sameLink} AND ${before} <> ${after}`, changed(before, after))]
        : []),
    ];
  });
}

/**
 * Builds the triggers that record changes of reference entries. They also record changes by the
 * app, which itself records only moves. An entry's position is recorded only when the entry is
 * created or deleted: entries that make room for a moved one are not changed themselves.
 */
export function entryRecording(list: EntryListName): Part {
  const { table, key } = referenceLists[list];
  const names = nameColumns(list);
  const calls = (columns: readonly string[]) =>
    `ROW EXECUTE FUNCTION record_row(${[list, key, names[0] ?? "", ...columns].map(text).join(", ")})`;
  const recordedColumns = [...names, ...entryProperties(list)];
  const group = entryGroups(list)?.column;
  return {
    functions: [],
    triggers: [
      { name: `${table}_history`, table, when: "AFTER UPDATE", calls: calls(recordedColumns) },
      {
        name: `${table}_history_rows`,
        table,
        when: "AFTER INSERT OR DELETE",
        calls: calls([...recordedColumns, ...(group ? [group] : []), "position"]),
      },
    ],
  };
}
