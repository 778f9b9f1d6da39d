import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Field, Storage } from "@/lib/model/fields/field";
import {
  entryGroups,
  isEntryList,
  leadingFlags,
  nameColumns,
  NOT_APPLICABLE,
  referenceLists,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import { inOneLineSql } from "@/lib/model/fields/line-breaks";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { DerivedList } from "@/lib/model/kinds/derived-facts";
import { dayOf } from "@/lib/model/fields/moments";
import { linkListOf, roleGroupOf, type LinkList, type Relation } from "@/lib/model/kinds/relations";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { getAt } from "@/lib/model/pure/get-at";

/**
 * Quotes an identifier from our own declarations. Never pass request data.
 * @throws Error for anything but lower-case letters, digits and underscores
 */
export const identifier = (name: string) => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not a declared identifier: ${name}`);
  return raw(`"${name}"`);
};

/**
 * Builds a condition on a key. A single key is not compared with `= ANY(array)`: PostgreSQL assumes
 * ten keys for an array and would plan such a statement anew each time, which takes longer than the
 * read.
 */
export const isOneOf = (ids: readonly number[]): SqlQuery =>
  ids.length === 1 ? sql`= ${getAt(ids, 0)}::int` : sql`= ANY(${ids}::int[])`;

/** The start of a day in the university's time zone; `dayEnds` is the start of the next day. */
export const dayBegins = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE 'Europe/Berlin')`;
export const dayEnds = (day: string) => sql`((${day}::date + 1)::timestamp AT TIME ZONE 'Europe/Berlin')`;

/** A column of the record's own table, whose alias is `r` in every statement of the store. */
export const ownColumn = (name: string) => {
  identifier(name);
  return `r."${name}"`;
};

/** A column of a relation's table, whose alias is `l`. */
export const linkColumn = (name: string) => {
  identifier(name);
  return `l."${name}"`;
};

type ColumnField = Field & { storage: Extract<Storage, { in: "column" }> };
type ListField = Field & { storage: Extract<Storage, { in: "list" }> };
type LinksField = Field & { storage: Extract<Storage, { in: "links" }> };

/** A condition: change `c` is the confirmation of a record (contract §15), like `isConfirmation`. */
export const IS_CONFIRMATION = sql`(c.source = 'round' AND c.user_id IS NULL AND c.action = 'update')`;

/**
 * Returns what stands in a sorted column for an empty value, if empty values come last in both
 * directions: NULL in days and timestamps, empty texts in fields that say so.
 */
export function emptiesAtEnd(field: Field | undefined): "nulls" | "texts" | null {
  if (field?.sortsEmptyLast) return "texts";
  const isTime = field?.storage.in === "column" && ["date", "timestamptz"].includes(field.storage.type);
  return isTime ? "nulls" : null;
}

const fieldsStoredIn = <Kept extends Field>(definition: AnyDefinition, where: Storage["in"]) =>
  Object.entries(definition.fields).filter((entry): entry is [string, Kept] => entry[1].storage.in === where);

/** The fields that are columns of the record's own table. */
export const columnFields = (definition: AnyDefinition) => fieldsStoredIn<ColumnField>(definition, "column");
/** The fields that are lists of reference entries. */
export const listFields = (definition: AnyDefinition) => fieldsStoredIn<ListField>(definition, "list");
/** The fields that represent links. */
export const linksFields = (definition: AnyDefinition) => fieldsStoredIn<LinksField>(definition, "links");

/** Selects a field's value as the API represents it. */
export const valueOf = (name: string, { storage }: ColumnField) => sql`${raw(storage.fromSql(ownColumn(name)))}`;

/** Selects the entry ids in a list field of record `r`. */
export const idsOf = ({ key }: AnyDefinition, { storage }: ListField) => sql`ARRAY(
  SELECT l.${identifier(storage.key)} FROM ${identifier(storage.table)} l
  WHERE l.${identifier(key)} = r.${identifier(key)} ORDER BY 1)`;

/** Selects the ids of the records in a link list of record `r`. */
export const linkedIds = ({ relation, own: end, other }: LinkList, key: string) => sql`ARRAY(
  SELECT l.${identifier(other.column)} FROM ${identifier(relation.table)} l
  WHERE l.${identifier(end.column)} = r.${identifier(key)} ORDER BY 1)`;

/** Selects a name column of the reference entry that a field refers to. */
export function entryName(name: string, field: Field, nameColumn: string) {
  if (!field.reference) throw new Error(`${name} refers to no reference list`);
  const { table, key } = referenceLists[field.reference];
  return sql`(SELECT e.${identifier(nameColumn)} FROM ${identifier(table)} e WHERE e.${identifier(key)} = ${raw(ownColumn(name))})`;
}

/**
 * Builds a JSON object with the key and names of an entry or linked record, whose table alias is
 * `e`.
 */
const entryObject = (field: Field) => {
  if (!field.reference) throw new Error("A list without a reference list");
  const columns = [referenceLists[field.reference].key, ...nameColumns(field.reference)];
  return sql`json_build_object(${join(columns.flatMap((column) => [sql`${raw(`'${column}'`)}`, sql`e.${identifier(column)}`]))})`;
};

/**
 * Builds a table of the entry or record with a key, for a join. OFFSET 0 keeps PostgreSQL from reading the whole table
 * for each row of a list, which it expects to be as fast where the table has a few hundred rows.
 */
const withKey = ({ table, key }: { table: string; key: string }, value: SqlQuery, alias: SqlQuery) =>
  sql`LATERAL (SELECT * FROM ${identifier(table)} t WHERE t.${identifier(key)} = ${value} OFFSET 0) AS ${alias}`;

/**
 * Selects the entries in a list field, or the records in a field that represents links, with their
 * names (contract §2).
 */
export function entriesOf(definition: AnyDefinition, field: Field) {
  if (!field.reference) throw new Error("A list without a reference list");
  const entries = referenceLists[field.reference];
  const key = identifier(definition.key);
  if (field.storage.in === "list") {
    const { table, key: entryKey } = field.storage;
    return sql`coalesce((
      SELECT json_agg(${entryObject(field)} ORDER BY e.position, e.${identifier(entries.key)})
      FROM ${identifier(table)} l, ${withKey(entries, sql`l.${identifier(entryKey)}`, sql`e`)}
      WHERE l.${key} = r.${key}), '[]')`;
  }
  if (field.storage.in === "column") throw new Error("A column holds one value");
  const { relation, own: end, other } = linkListOf(definition.name, field.storage.list);
  return sql`coalesce((
    SELECT json_agg(${entryObject(field)} ORDER BY e.${identifier(definitionOf(other.kind).defaultSort)}, e.${identifier(entries.key)})
    FROM ${identifier(relation.table)} l, ${withKey(entries, sql`l.${identifier(other.column)}`, sql`e`)}
    WHERE l.${identifier(end.column)} = r.${key}), '[]')`;
}

/** Selects a record's label; the alias of its table is `r`. */
export const labelOf = ({ labelFields }: AnyDefinition, locale: Locale) =>
  sql`concat_ws(' ', ${join(labelFields(locale).map((name) => raw(ownColumn(name))))})`;

/**
 * Selects the name of a field's reference entry in a language; null for the entry "n/a", which does
 * not distinguish records.
 */
function knownName(name: string, field: Field, list: ReferenceListName, locale: Locale) {
  const names = nameColumns(list);
  const nameColumn = names[LOCALES.indexOf(locale)] ?? names[0] ?? name;
  return sql`CASE WHEN ${raw(ownColumn(name))} <> ${NOT_APPLICABLE} THEN ${entryName(name, field, nameColumn)} END`;
}

/** Selects the day that counts as today, for the states of links. */
export const today = () => sql`${dayOf(new Date())}::date`;

/** Builds a condition: link `l` is current on a day. */
export function isCurrentLink({ period }: Pick<Relation, "period">, day = today()): SqlQuery {
  if (!period) return sql`true`;
  const [from, to] = [sql`l.${identifier(period.from)}`, sql`l.${identifier(period.to)}`];
  return sql`(coalesce(${from} <= ${day}, true) AND coalesce(${to} >= ${day}, true))`;
}

/** Builds a condition: link `l` is former on a day. */
export const isFormerLink = ({ period }: Pick<Relation, "period">, day = today()): SqlQuery =>
  period ? sql`coalesce(l.${identifier(period.to)} < ${day}, false)` : sql`false`;

/** The entries that the roles of a relation's links are from; null if its links have no roles. */
function roleEntriesOf({ fields = {}, roles }: Pick<Relation, "fields" | "roles">) {
  const field = roles && fields[roles.field];
  const list = field?.reference;
  const groups = list && entryGroups(list);
  if (!roles || !list || !groups || field.group === undefined) return null;
  const { table, key } = referenceLists[list];
  return {
    list,
    table: identifier(table),
    key: identifier(key),
    group: field.group,
    groups,
    column: identifier(roles.field),
  };
}

/** Selects the roles of a group with their positions, and whether they are leading: by a flag, or as the first one. */
function rankedRoles({ list, table, key, group, groups }: NonNullable<ReturnType<typeof roleEntriesOf>>): SqlQuery {
  const isFirst = sql`row_number() OVER (ORDER BY e.position, e.${key}) = 1`;
  const leadingCondition = join([...leadingFlags(list).map((flag) => sql`e.${identifier(flag)}`), isFirst], " OR ");
  return sql`(SELECT e.${key} AS id, e.position, ${leadingCondition} AS is_leading
    FROM ${table} e WHERE e.${identifier(groups.column)} = ${raw(`'${group}'`)})`;
}

/**
 * Selects the order of link `l` by its roles, like `sortByRoles`: leading roles first, then others in
 * list order; null without roles. The order of the roles does not depend on the link, so PostgreSQL
 * computes it once.
 */
function roleRank(relation: Pick<Relation, "fields" | "roles">): SqlQuery {
  const entries = roleEntriesOf(relation);
  if (!entries) return sql`NULL::int`;
  const { column } = entries;
  const ranked = sql`(SELECT array_agg(ranked.id ORDER BY ranked.is_leading DESC, ranked.position, ranked.id)
    FROM ${rankedRoles(entries)} AS ranked)`;
  return sql`CASE cardinality(l.${column}) WHEN 0 THEN NULL WHEN 1 THEN array_position(${ranked}, l.${column}[1])
    ELSE (SELECT min(array_position(${ranked}, role)) FROM unnest(l.${column}) AS role) END`;
}

/** Builds a condition: link `l` is leading, by a role or a flag such as that of a main contact (`isLeadingLink`). */
export function isLeading(relation: Pick<Relation, "fields" | "roles">): SqlQuery {
  const flagColumns = valueColumnsOf(relation).flatMap(({ type, value }) => (type === "boolean" ? [value] : []));
  const entries = roleEntriesOf(relation);
  if (!entries) return flagColumns.length > 0 ? sql`(${join(flagColumns, " OR ")})` : sql`false`;
  const ids = sql`ARRAY(SELECT ranked.id FROM ${rankedRoles(entries)} AS ranked WHERE ranked.is_leading)`;
  return sql`(${join([...flagColumns, sql`l.${entries.column} && ${ids}`], " OR ")})`;
}

/** Selects the names of the roles of link `l` as one text; null without roles. */
function roleNames(relation: Pick<Relation, "fields" | "roles">, locale: Locale): SqlQuery {
  const entries = roleEntriesOf(relation);
  if (!entries) return sql`NULL::text`;
  const { list, table, key, column } = entries;
  const names = nameColumns(list);
  const name = identifier(names[LOCALES.indexOf(locale)] ?? names[0] ?? "");
  return sql`CASE WHEN l.${column} <> '{}' THEN (
    SELECT string_agg(e.${name}, ', ' ORDER BY e.position) FROM ${table} e WHERE e.${key} = ANY(l.${column})) END`;
}

/** Builds the ORDER BY terms of links `l`: current links first, then future and former ones, each by their roles. */
export function linkOrder(relation: Relation): SqlQuery {
  const state = sql`CASE WHEN ${isCurrentLink(relation)} THEN 0 WHEN ${isFormerLink(relation)} THEN 2 ELSE 1 END`;
  return relation.fields ? sql`${state}, ${roleRank(relation)} NULLS LAST,` : empty;
}

/** Selects the label of record `r` in one line, with the roles of link `l`, such as `Koordination: Uni Wien`. */
function labelWithRoles(relation: Relation, child: AnyDefinition, locale: Locale): SqlQuery {
  const label = sql`(SELECT ${raw(inOneLineSql("labels.label"))} FROM (SELECT ${labelOf(child, locale)} AS label) AS labels)`;
  return relation.roles ? sql`concat_ws(': ', ${roleNames(relation, locale)}, ${label})` : label;
}

/** Selects the labels of the records in a link list of record `r` to which links are current, with their roles. */
export function currentNames(definition: AnyDefinition, list: string, locale: Locale): SqlQuery {
  const { relation, own, other } = linkListOf(definition.name, list);
  const child = definitionOf(other.kind);
  return sql`(SELECT ARRAY(
      SELECT ${labelWithRoles(relation, child, locale)} FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} = outside.id AND ${isCurrentLink(relation)}
      ORDER BY ${roleRank(relation)} NULLS LAST, ${labelOf(child, locale)})
    FROM (SELECT r.${identifier(definition.key)} AS id) outside)`;
}

/** Selects the detail line of a hit, which distinguishes records with the same label. */
export function detailOf(definition: AnyDefinition, locale: Locale) {
  const { parts, separator } = definition.detail;
  const partOf = (name: string) => {
    const field = definition.fields[name];
    if (field?.reference && field.storage.in === "column") return knownName(name, field, field.reference, locale);
    if (field?.storage.in === "column") return sql`${raw(field.storage.shownSql(ownColumn(name)))}`;
    return sql`(SELECT nullif(array_to_string(${currentNames(definition, name, locale)}, ', '), '')
      FROM (SELECT outside.id AS ${identifier(definition.key)}) r)`;
  };
  const all = parts(locale).map((part) =>
    typeof part === "string" ? partOf(part) : sql`coalesce(${join(part.map(partOf))})`,
  );
  return sql`(SELECT concat_ws(${separator}, ${join(all)}) FROM (SELECT r.${identifier(definition.key)} AS id) outside)`;
}

/** Returns the columns of a relation's table with the values of its fields, and the types of these columns; its alias is `l`. */
export const valueColumnsOf = ({ fields = {} }: Pick<Relation, "fields">) =>
  Object.entries(fields).flatMap(([name, { storage }]) =>
    storage.in === "column"
      ? [
          {
            name,
            type: storage.type,
            value: raw(storage.fromSql(linkColumn(name))),
            isEmpty: raw(storage.emptySql(linkColumn(name))),
          },
        ]
      : [],
  );

/** Selects the values of a link's fields, as the history and edits contain them, as a JSON object. */
export function linkObject(relation: Pick<Relation, "fields">): SqlQuery {
  const columns = valueColumnsOf(relation);
  if (columns.length === 0) return sql`'{}'::jsonb`;
  return sql`jsonb_build_object(${join(columns.flatMap(({ name, value }) => [sql`${raw(`'${name}'`)}`, value]))})`;
}

/** Selects the entries whose ids are in a column of a link, with their names and in list order. */
function entriesIn(name: string, { reference }: Field): SqlQuery | null {
  if (!reference || !isEntryList(reference)) return null;
  const { table, key } = referenceLists[reference];
  const pairs = [key, ...nameColumns(reference)].flatMap((column) => [
    sql`${raw(`'${column}'`)}`,
    sql`e.${identifier(column)}`,
  ]);
  return sql`CASE WHEN l.${identifier(name)} = '{}' THEN '[]'::json ELSE (
    SELECT json_agg(json_build_object(${join(pairs)}) ORDER BY e.position, e.${identifier(key)})
    FROM ${identifier(table)} e WHERE e.${identifier(key)} = ANY(l.${identifier(name)})) END`;
}

/**
 * Selects the values of a link's fields as rows of link lists contain them (contract §13): several
 * entries as objects with their names. For a few links; long lists are read by `packedLink`.
 */
export const linkRowValues = ({ fields = {} }: Pick<Relation, "fields">): [name: string, value: SqlQuery][] =>
  valueColumnsOf({ fields }).map(({ name, type, value }) => {
    const field = fields[name];
    return [name, (type === "integer[]" && field && entriesIn(name, field)) || value];
  });

/**
 * Selects the values of a link's fields as a JSON array in the order of the fields, or null where all
 * are empty, as most are; selects nothing for links without fields. The column has the name of the
 * first field: `unpackLinks` puts the values into rows, which costs less than in SQL.
 */
export function packedLink(relation: Pick<Relation, "fields">): [name: string, value: SqlQuery][] {
  const columns = valueColumnsOf(relation);
  const [first] = columns;
  if (!first) return [];
  const isFilled = columns.map(({ isEmpty }) => sql`NOT (${isEmpty})`);
  // JSON formats a date as the API does, and faster than to_char.
  const packed = columns.map(({ name, type, value }) => (type === "date" ? raw(linkColumn(name)) : value));
  const values = sql`json_build_array(${join(packed)})`;
  return [[first.name, sql`CASE WHEN ${join(isFilled, " OR ")} THEN ${values} END`]];
}

/**
 * Selects `packedLink` with an empty column for each further field: to fill a column of a row is much
 * faster than to add one.
 */
const packedColumns = (relation: Pick<Relation, "fields">): [name: string, value: SqlQuery][] =>
  packedLink(relation).flatMap((packed) => [
    packed,
    ...valueColumnsOf(relation).flatMap(({ name }): [string, SqlQuery][] =>
      name === packed[0] ? [] : [[name, sql`NULL::text`]],
    ),
  ]);

/**
 * Builds a condition: link `l` has a role with a flag.
 * @throws Error for a relation whose links have no roles
 */
export function hasRoleFlag(relation: Relation, flag: string): SqlQuery {
  const group = roleGroupOf(relation);
  const field = relation.roles?.field ?? "";
  const list = relation.fields?.[field]?.reference;
  const groups = list && entryGroups(list);
  if (!groups) throw new Error(`The roles of ${relation.name} have no groups`);
  const { table, key } = referenceLists[list];
  return sql`l.${identifier(field)} && ARRAY(SELECT e.${identifier(key)} FROM ${identifier(table)} e
    WHERE e.${identifier(groups.column)} = ${group} AND e.${identifier(flag)})`;
}

/** Builds a condition: link `l` belongs to the derived list of its link list. */
export const isInDerivedList = ({ relation }: Pick<LinkList, "relation">, { roleFlag }: DerivedList): SqlQuery =>
  sql`${isCurrentLink(relation)} AND ${hasRoleFlag(relation, roleFlag)}`;

const linkValues = (definition: AnyDefinition) => {
  const columns = new Map(columnFields(definition));
  return definition.linkFields.map((name) => {
    const field = columns.get(name);
    return [name, field ? valueOf(name, field) : sql`r.${identifier(name)}`] as const;
  });
};

/**
 * Selects the columns that search hits and link lists show (contract §3).
 * @param relation the relation of a link list, whose links have the alias `l`; their values are packed
 */
export const linkColumns = (definition: AnyDefinition, relation?: Relation) =>
  join(
    [...linkValues(definition), ...(relation ? packedColumns(relation) : [])].map(
      ([name, value]) => sql`${value} AS ${identifier(name)}`,
    ),
  );

/**
 * Selects the records in a link list of record `r` as a JSON array, in the order of the list, for a
 * column of another statement.
 * @param withValues whether the objects contain the packed values of the links' fields
 */
export function linkedObjects({ relation, own: end, other }: LinkList, key: string, withValues = false) {
  const child = definitionOf(other.kind);
  const childKey = identifier(child.key);
  const packed = withValues ? packedLink(relation) : [];
  const pairs = [...linkValues(child), ...packed].flatMap(([name, value]) => [sql`${raw(`'${name}'`)}`, value]);
  return sql`(SELECT coalesce(json_agg(json_build_object(${join(pairs)})
      ORDER BY r.${identifier(child.defaultSort)}, r.${childKey}), '[]')
    FROM (SELECT r.${identifier(key)} AS id) outside
    JOIN ${identifier(relation.table)} l ON l.${identifier(end.column)} = outside.id,
    ${withKey(child, sql`l.${identifier(other.column)}`, sql`r`)})`;
}

/**
 * Selects the roles of link `l`, with their names. Takes a single role, as most links have, from a map
 * that PostgreSQL builds once, because lists show hundreds of links.
 * @param anyRoles selects the roles of any link
 */
function cachedRoleEntries(relation: Relation, anyRoles: SqlQuery): SqlQuery {
  const entries = roleEntriesOf(relation);
  if (!entries) return anyRoles;
  const { list, table, key, column } = entries;
  const columns = [referenceLists[list].key, ...nameColumns(list)];
  const pairs = columns.flatMap((name) => [sql`${raw(`'${name}'`)}`, sql`e.${identifier(name)}`]);
  const map = sql`(SELECT jsonb_object_agg(e.${key}, jsonb_build_object(${join(pairs)})) FROM ${table} e)`;
  return sql`CASE cardinality(l.${column}) WHEN 1
    THEN jsonb_build_array(${map} -> l.${column}[1]::text)::json ELSE ${anyRoles} END`;
}

/**
 * Selects the records in a link list of record `r` as a JSON array, in the order of `linkOrder`. The
 * objects contain the roles and the period of the links.
 * @param isCurrentOnly whether only current links are selected
 */
export function linkedObjectsInOrder(list: LinkList, key: string, isCurrentOnly = false) {
  const { relation, own: end, other } = list;
  const { period, roles } = relation;
  if (!relation.fields) return linkedObjects(list, key);
  const child = definitionOf(other.kind);
  const named = new Set([roles?.field, ...(isCurrentOnly ? [] : [period?.from, period?.to])]);
  const values = linkRowValues(relation).filter(([name]) => named.has(name));
  const rowValues = values.map(([name, value]): [string, SqlQuery] => [
    name,
    name === roles?.field ? cachedRoleEntries(relation, value) : value,
  ]);
  const pairs = [...linkValues(child), ...rowValues].flatMap(([name, value]) => [sql`${raw(`'${name}'`)}`, value]);
  return sql`(SELECT coalesce(json_agg(json_build_object(${join(pairs)})
      ORDER BY ${linkOrder(relation)} r.${identifier(child.defaultSort)}, r.${identifier(child.key)}), '[]')
    FROM (SELECT r.${identifier(key)} AS id) outside
    JOIN ${identifier(relation.table)} l ON l.${identifier(end.column)} = outside.id,
    ${withKey(child, sql`l.${identifier(other.column)}`, sql`r`)}
    ${isCurrentOnly ? sql`WHERE ${isCurrentLink(relation)}` : empty})`;
}

/**
 * Limits of one statement's JSON parameter, in rows and characters: PostgreSQL limits the size of a
 * JSON value.
 */
const ROWS_AT_ONCE = 2_000;
const CHARACTERS_AT_ONCE = 8_000_000;

/** Serializes rows as JSON arrays, each within the limits of one statement. */
export function* jsonParts(rows: Iterable<unknown>): Generator<string> {
  let [texts, characters]: [string[], number] = [[], 0];
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    characters += text.length;
    if (texts.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield `[${texts.join(",")}]`;
    [texts, characters] = [[], 0];
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}
