import type { AnyDefinition } from "../../lib/records/define";
import { entryFlags, nameColumns, referenceLists, type EntryListName } from "../../lib/records/reference-lists";
import { definitionOf } from "../../lib/records/registry";
import { relationSidesOf, type Relation, type RelationEnd } from "../../lib/records/relations";
import { text, type Part } from "./part";

/* What the history is told of changes that come past the app (contract §8). */

const UNLESS_TOLD = "    IF history_setting('recorder') = 'app' THEN";

const labelOf = (definition: AnyDefinition, alias: string) =>
  `concat_ws(' ', ${definition
    .labelFields("de")
    .map((name) => `${alias}."${name}"`)
    .join(", ")})`;

const ownFields = ({ fields }: AnyDefinition) =>
  Object.entries(fields).filter(([, { storage }]) => storage.in !== "links");

/** The record's own values as the history keeps them, as one JSON object. */
function valuesOf(definition: AnyDefinition, row: "OLD" | "NEW"): string {
  const { key } = definition;
  const pairs = ownFields(definition).map(([name, { storage }]) => {
    if (storage.in !== "list") return `${text(name)}, ${row}."${name}"`;
    const entries = `SELECT l."${storage.key}" AS entry FROM "${storage.table}" l WHERE l."${key}" = ${row}."${key}"`;
    return `${text(name)}, (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (${entries}) AS entries)`;
  });
  return `jsonb_build_object(${pairs.join(", ")})`;
}

const arrayOf = (names: readonly string[]) => `ARRAY[${names.map(text).join(", ")}]`;

const namesOf = (definition: AnyDefinition) => arrayOf(ownFields(definition).map(([name]) => name));

/** The names of what a record that comes or goes is told by: what travels apart where there is some. */
function filledNamesOf(definition: AnyDefinition, row: "OLD" | "NEW"): string {
  const own = ownFields(definition);
  const always = arrayOf(own.flatMap(([name, { apart }]) => (apart ? [] : [name])));
  const sometimes = own.flatMap(([name, { apart, storage }]) =>
    apart && storage.in === "column"
      ? [` || CASE WHEN ${storage.emptySql(`${row}."${name}"`)} THEN ARRAY[]::text[] ELSE ${arrayOf([name])} END`]
      : [],
  );
  return [always, ...sometimes].join("");
}

/** Every link of a record that is about to go, as the history keeps it. */
function linksOf(definition: AnyDefinition): string {
  const parts = relationSidesOf(definition.name).map(({ relation, own, other }) => {
    const child = definitionOf(other.kind);
    const link = `jsonb_build_object('relation', ${text(relation.name)}, 'kind', ${text(child.apiPath)}, 'id', r."${child.key}", 'label', ${labelOf(child, "r")})`;
    return (
      `SELECT ${link} AS link FROM "${relation.table}" l JOIN "${child.table}" r ON r."${child.key}" = l."${other.column}" ` +
      `WHERE l."${own.column}" = OLD."${definition.key}"`
    );
  });
  return parts.length > 0 ? `(SELECT jsonb_agg(link) FROM (${parts.join(" UNION ALL ")}) AS links)` : "NULL";
}

/** Changes of a kind's own rows. */
export function recording(definition: AnyDefinition): Part {
  const { table, key, apiPath } = definition;
  const record = (row: "OLD" | "NEW", action: string, version: string, old: string, now: string, links = "NULL") => {
    const names = action === "update" ? namesOf(definition) : filledNamesOf(definition, row);
    return (
      `        PERFORM record_change(${text(action)}, ${text(apiPath)}, ${row}."${key}", ${labelOf(definition, row)}, ${version},\n` +
      `            history_fields(${old}, ${now}, ${names}), ${links});`
    );
  };
  const [before, after] = [valuesOf(definition, "OLD"), valuesOf(definition, "NEW")];
  const body = [
    "BEGIN",
    UNLESS_TOLD,
    "        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;",
    "    END IF;",
    "    IF TG_OP = 'INSERT' THEN",
    record("NEW", "create", "NEW.version", "NULL", after),
    "    ELSIF TG_OP = 'DELETE' THEN",
    record("OLD", "delete", "OLD.version", before, "NULL", linksOf(definition)),
    "        RETURN OLD;",
    `    ELSIF ${before} IS DISTINCT FROM ${after} THEN`,
    "        NEW.version := OLD.version + 1;",
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

const EVENTS = [
  ["insert", "INSERT", "NEW TABLE AS come", "FROM come", ""],
  ["delete", "DELETE", "OLD TABLE AS gone", "", "FROM gone"],
  ["update", "UPDATE", "OLD TABLE AS gone NEW TABLE AS come", "FROM come", "FROM gone"],
] as const;

/** One function for each event, because each sees other transition tables. */
function eachEvent(table: string, bodyOf: (come: string, gone: string) => string): Part {
  return {
    functions: EVENTS.map(([name, , , come, gone]) => ({
      name: `${table}_history_${name}`,
      body: `${bodyOf(come, gone)}`,
    })),
    triggers: EVENTS.map(([name, event, rows]) => ({
      name: `${table}_history_${name}`,
      table,
      when: `AFTER ${event}`,
      calls: `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_history_${name}()`,
    })),
  };
}

/** Changes of a list field are changes of its record; when the record goes, they have been told with it. */
export function listRecording(definition: AnyDefinition, name: string, list: { table: string; key: string }): Part {
  const { table, key, apiPath } = definition;
  const none = `SELECT NULL::int AS "${key}", NULL::int AS "${list.key}" WHERE false`;
  return eachEvent(list.table, (come, gone) =>
    [
      "DECLARE one record;",
      "BEGIN",
      UNLESS_TOLD,
      "        RETURN NULL;",
      "    END IF;",
      "    FOR one IN",
      `        WITH come_rows AS (${come ? `SELECT "${key}", "${list.key}" ${come}` : none}),`,
      `            gone_rows AS (${gone ? `SELECT "${key}", "${list.key}" ${gone}` : none}),`,
      `            now_rows AS (SELECT "${key}", "${list.key}" FROM "${list.table}"`,
      `                WHERE "${key}" IN (SELECT "${key}" FROM come_rows UNION SELECT "${key}" FROM gone_rows))`,
      `        SELECT r."${key}" AS id, ${labelOf(definition, "r")} AS label,`,
      `            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "${list.key}" AS entry FROM now_rows n WHERE n."${key}" = r."${key}") AS a) AS now,`,
      `            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (`,
      `                (SELECT "${list.key}" AS entry FROM now_rows n WHERE n."${key}" = r."${key}"`,
      `                EXCEPT SELECT "${list.key}" FROM come_rows c WHERE c."${key}" = r."${key}")`,
      `                UNION SELECT "${list.key}" FROM gone_rows g WHERE g."${key}" = r."${key}") AS b) AS before`,
      `        FROM "${table}" r WHERE r."${key}" IN (SELECT "${key}" FROM come_rows UNION SELECT "${key}" FROM gone_rows)`,
      "    LOOP",
      "        CONTINUE WHEN one.before = one.now;",
      `        UPDATE "${table}" SET version = version + 1 WHERE "${key}" = one.id;`,
      `        PERFORM record_change('update', ${text(apiPath)}, one.id, one.label, (SELECT version FROM "${table}" WHERE "${key}" = one.id),`,
      `            jsonb_build_array(jsonb_build_object('name', ${text(name)}, 'old', one.before, 'new', one.now)), NULL);`,
      "    END LOOP;",
      "    RETURN NULL;",
      "END",
    ].join("\n"),
  );
}

/** Links that come and go; those of a record that goes have been told with it. */
export function linkRecording({ name, table, ends }: Relation): Part {
  const [first, second] = ends;
  const [one, other] = [definitionOf(first.kind), definitionOf(second.kind)];
  const join = (definition: AnyDefinition, { column }: RelationEnd, alias: string) =>
    `JOIN "${definition.table}" ${alias} ON ${alias}."${definition.key}" = l."${column}"`;
  const columns = `SELECT "${first.column}", "${second.column}"`;
  // What an update leaves as it was neither goes nor comes.
  const only = (source: string, other: string) =>
    source && other ? `FROM (${columns} ${source} EXCEPT ${columns} ${other})` : source;
  const recordAll = (action: string, source: string) =>
    source &&
    [
      `    PERFORM record_change(${text(action)}, ${text(one.apiPath)}, l."${first.column}", ${labelOf(one, "a")}, a.version, '[]', NULL,`,
      `        ${text(name)}, ${text(other.apiPath)}, l."${second.column}", ${labelOf(other, "b")})`,
      `        ${source} l ${join(one, first, "a")} ${join(other, second, "b")};`,
    ].join("\n");
  return eachEvent(table, (come, gone) =>
    [
      "BEGIN",
      UNLESS_TOLD,
      "        RETURN NULL;",
      "    END IF;",
      recordAll("unlink", only(gone, come)),
      recordAll("link", only(come, gone)),
      "    RETURN NULL;",
      "END",
    ]
      .filter(Boolean)
      .join("\n"),
  );
}

/**
 * Reference entries are always told by their table: no code of ours records them by itself. Where an entry stands is told
 * when it comes and goes; that others moved up or down is nothing that anybody did to them.
 */
export function entryRecording(list: EntryListName): Part {
  const { table, key } = referenceLists[list];
  const names = nameColumns(list);
  const calls = (columns: readonly string[]) =>
    `ROW EXECUTE FUNCTION record_row(${[list, key, names[0] ?? "", ...columns].map(text).join(", ")})`;
  const kept = [...names, ...entryFlags(list)];
  return {
    functions: [],
    triggers: [
      { name: `${table}_history`, table, when: "AFTER UPDATE", calls: calls(kept) },
      { name: `${table}_history_rows`, table, when: "AFTER INSERT OR DELETE", calls: calls([...kept, "position"]) },
    ],
  };
}
