import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { DerivedFact } from "@/lib/model/kinds/derived-facts";
import type { Field, Storage } from "@/lib/model/fields/field";
import { implausibleSql } from "@/lib/model/fields/plausible";
import { filterFieldOf } from "@/lib/model/lists/linked-filters";
import {
  ownFilterFieldOf,
  type FieldFilter,
  type LinkedFilterField,
  type LinkFilterField,
  type LinksFilterField,
  type Moment,
} from "@/lib/model/lists/filters";
import type { Activity } from "@/lib/model/lists/activity";
import { expectDefined } from "@/lib/base/errors/invariant";
import { LINK_STATES, type LinkState } from "@/lib/model/kinds/link-states";
import { definitionOf } from "@/lib/model/kinds/registry";
import { FILE_KIND_LIST, referenceLists, type FileFlag } from "@/lib/model/reference-lists/reference-lists";
import type { LinkList, Relation } from "@/lib/model/kinds/relations";
import { searchWords } from "@/lib/model/pure/search-words";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { contains, inSearchedFields } from "./text-search";
import {
  dayBegins,
  dayEnds,
  identifier,
  IS_CONFIRMATION,
  isCurrentLink,
  isFormerLink,
  isInDerivedList,
  linkColumn,
  ownColumn,
  today,
} from "./fragments";

const negateUnless = (condition: SqlQuery, isTrue: boolean) => (isTrue ? condition : sql`NOT ${condition}`);

const linked = ({ key }: AnyDefinition, { relation, own }: LinkList, more: SqlQuery) =>
  sql`EXISTS (SELECT 1 FROM ${identifier(relation.table)} l
    WHERE l.${identifier(own.column)} = r.${identifier(key)} ${more})`;

const toAny = ({ other }: LinkList, ids: number[]) => sql`AND l.${identifier(other.column)} = ANY(${ids}::int[])`;

/** Builds a condition: record `r` is linked to at least one of the records with these ids. */
export const linkedToAny = (definition: AnyDefinition, linkList: LinkList, ids: number[]) =>
  linked(definition, linkList, toAny(linkList, ids));

/** Builds a query that counts the records linked to at least one of the records with these ids. */
export const countOfLinked = ({ relation, own, other }: LinkList, ids: number[]) =>
  sql`SELECT count(DISTINCT l.${identifier(own.column)})::int FROM ${identifier(relation.table)} l
    WHERE l.${identifier(other.column)} = ANY(${ids}::int[])`;

function linkCondition(
  definition: AnyDefinition,
  { linkList, derived }: LinksFilterField,
  filter: FieldFilter,
): SqlQuery | null {
  const inDerivedList = derived ? sql`AND ${isInDerivedList(linkList, derived)}` : empty;
  if (filter.operator === "any")
    return linked(definition, linkList, sql`${toAny(linkList, filter.value)} ${inDerivedList}`);
  if (filter.operator === "empty") return negateUnless(linked(definition, linkList, inDerivedList), !filter.value);
  return null;
}

/** Builds a condition: a text, given as SQL, contains the given text. */
function textContains(shown: string, text: string): SqlQuery {
  const folded = sql`fold_text(coalesce(${raw(shown)}, ''))`;
  return contains(folded, sql`fold_umlauts(${folded})`, text);
}

/** Builds a condition: a column contains one of some entries, or a word at one of these positions. */
function isAnyOf(column: string, type: Extract<Storage, { in: "column" }>["type"], values: readonly number[]) {
  if (type === "integer[]") return sql`${raw(column)} && ${[...values]}::int[]`;
  return sql`${raw(type === "boolean" ? `${column}::int` : column)} = ANY(${[...values]}::int[])`;
}

/** Builds a condition on a field that is stored in a column. */
function columnCondition(column: string, { storage, plausibility }: Field, filter: FieldFilter): SqlQuery | null {
  if (storage.in !== "column") return null;
  switch (filter.operator) {
    case "in":
      return isAnyOf(column, storage.type, filter.value);
    case "from":
      return storage.type === "timestamptz"
        ? sql`${raw(column)} >= ${dayBegins(filter.value)}`
        : sql`${raw(column)} >= ${filter.value}::date`;
    case "to":
      return storage.type === "timestamptz"
        ? sql`${raw(column)} < ${dayEnds(filter.value)}`
        : sql`${raw(column)} <= ${filter.value}::date`;
    case "before":
      return sql`(${raw(column)} < ${dayBegins(filter.value)} OR ${raw(storage.emptySql(column))})`;
    case "contains":
      return textContains(storage.shownSql(column), filter.value);
    case "empty":
      return negateUnless(sql`(${raw(storage.emptySql(column))})`, filter.value);
    case "plausible":
      return plausibility ? negateUnless(sql`(${raw(implausibleSql(plausibility, column))})`, !filter.value) : null;
    default:
      return null;
  }
}

/**
 * Builds a condition on a field of record `r`. If the list search covers a text field, its trigram
 * index narrows the candidates first.
 */
function fieldCondition(definition: AnyDefinition, field: Field, filter: FieldFilter): SqlQuery | null {
  const { storage } = field;
  if (storage.in === "list" && filter.operator === "in") {
    const key = identifier(definition.key);
    return sql`EXISTS (SELECT 1 FROM ${identifier(storage.table)} l
      WHERE l.${key} = r.${key} AND l.${identifier(storage.key)} = ANY(${filter.value}::int[]))`;
  }
  const condition = columnCondition(ownColumn(filter.field), field, filter);
  if (!condition || filter.operator !== "contains" || !definition.searched.includes(filter.field)) return condition;
  const narrowed = searchWords(filter.value).map((word) => inSearchedFields(word));
  return sql`(${join([...narrowed, condition], " AND ")})`;
}

/** Builds a condition: on a day, the period of link `l` is in one of the states at these positions. */
function stateCondition(relation: Relation, states: readonly number[], day: SqlQuery): SqlQuery | null {
  if (!relation.period) return null;
  const [isCurrent, isFormer] = [isCurrentLink(relation, day), isFormerLink(relation, day)];
  const isIn: Record<LinkState, SqlQuery> = {
    current: isCurrent,
    former: isFormer,
    future: sql`NOT (${isCurrent} OR ${isFormer})`,
  };
  const conditions = LINK_STATES.filter((_, position) => states.includes(position)).map((state) => isIn[state]);
  return conditions.length > 0 ? sql`(${join(conditions, " OR ")})` : sql`false`;
}

/** Builds a condition on the fields of link `l`, or its state on a day. */
function conditionOnLink(relation: Relation, compared: LinkFilterField, filter: FieldFilter, day: SqlQuery): SqlQuery {
  const condition =
    compared.by === "field"
      ? columnCondition(linkColumn(compared.name), compared.field, filter)
      : filter.operator === "in"
        ? stateCondition(relation, filter.value, day)
        : null;
  if (!condition) throw new Error(`${filter.field} of ${relation.name} has no operator ${filter.operator}`);
  return condition;
}

/**
 * Builds a condition on when a record was created or last changed. Confirmations do not count as
 * changes. Is never true for a record without history.
 */
function momentCondition({ apiPath, key }: AnyDefinition, moment: Moment, filter: FieldFilter): SqlQuery | null {
  const actions = moment === "created" ? ["create"] : ["create", "update"];
  const happened = (when: SqlQuery) => sql`EXISTS (SELECT 1 FROM changes c
    WHERE c.kind = ${apiPath} AND c.id = r.${identifier(key)} AND c.action = ANY(${actions}::text[])
      AND c.relation IS NULL AND NOT ${IS_CONFIRMATION} ${when})`;
  // A restored record has two `create` changes: the first one counts as its creation, the last one
  // as a change.
  if (filter.operator === "from") {
    const since = sql`AND c.at >= ${dayBegins(filter.value)}`;
    const before = sql`AND c.at < ${dayBegins(filter.value)}`;
    return moment === "created" ? sql`(${happened(since)} AND NOT ${happened(before)})` : happened(since);
  }
  if (filter.operator === "to") {
    const until = sql`AND c.at < ${dayEnds(filter.value)}`;
    const after = sql`AND c.at >= ${dayEnds(filter.value)}`;
    return moment === "created" ? happened(until) : sql`(${happened(until)} AND NOT ${happened(after)})`;
  }
  return null;
}

/** Builds a condition: record `r` has a file whose kind has a flag, regardless of who may see the file. */
function hasFlaggedFile({ apiPath, key }: AnyDefinition, flag: FileFlag): SqlQuery {
  const list = referenceLists[FILE_KIND_LIST];
  return sql`EXISTS (SELECT 1 FROM files f JOIN ${identifier(list.table)} e ON e.${identifier(list.key)} = f.dateiart
    WHERE f.kind = ${apiPath} AND f.record_id = r.${identifier(key)} AND f.deleted_at IS NULL AND e.${identifier(flag)})`;
}

/**
 * Builds an expression for a derived fact of record `r`: a day as text, or the number of an option.
 */
export function factValue(definition: AnyDefinition, { name, entries, fileFlag }: DerivedFact): SqlQuery {
  if (fileFlag) return sql`${hasFlaggedFile(definition, fileFlag)}::int`;
  const { key, derived } = definition;
  if (!derived) throw new Error(`The kind has no derived fact ${name}`);
  const value = entries ? sql`d.${identifier(name)}` : sql`to_char(d.${identifier(name)}, 'YYYY-MM-DD')`;
  return sql`(SELECT ${value} FROM ${identifier(derived.table)} d WHERE d.${identifier(key)} = r.${identifier(key)})`;
}

/** Builds a condition on a fact about files. PostgreSQL plans EXISTS and NOT EXISTS as joins. */
function fileFactCondition(definition: AnyDefinition, flag: FileFlag, filter: FieldFilter): SqlQuery | null {
  if (filter.operator !== "in") return null;
  const [holds, doesNot] = [filter.value.includes(1), filter.value.includes(0)];
  if (holds === doesNot) return holds ? sql`true` : sql`false`;
  return negateUnless(hasFlaggedFile(definition, flag), holds);
}

/**
 * Builds a condition on a derived fact. Of a stored one it is a subquery on the table of derived facts,
 * where an index finds the few matching keys.
 */
function factCondition(definition: AnyDefinition, fact: DerivedFact, filter: FieldFilter): SqlQuery | null {
  if (fact.fileFlag) return fileFactCondition(definition, fact.fileFlag, filter);
  const { key, derived } = definition;
  if (!derived) return null;
  const column = sql`d.${identifier(fact.name)}`;
  const hasFact = (condition: SqlQuery) =>
    sql`r.${identifier(key)} IN (SELECT d.${identifier(key)} FROM ${identifier(derived.table)} d WHERE ${condition})`;
  switch (filter.operator) {
    case "in":
      return hasFact(sql`${column} = ANY(${filter.value}::int[])`);
    case "from":
      return hasFact(sql`${column} >= ${filter.value}::date`);
    case "to":
      return hasFact(sql`${column} <= ${filter.value}::date`);
    case "empty":
      return negateUnless(hasFact(sql`${column} IS NOT NULL`), !filter.value);
    default:
      return null;
  }
}

function ownCondition(definition: AnyDefinition, filter: FieldFilter): SqlQuery {
  const field = ownFilterFieldOf(definition, filter.field);
  const condition =
    field.by === "links"
      ? linkCondition(definition, field, filter)
      : field.by === "moment"
        ? momentCondition(definition, field.moment, filter)
        : field.by === "derived"
          ? factCondition(definition, field.fact, filter)
          : fieldCondition(definition, field.field, filter);
  if (!condition) throw new Error(`${filter.field} of ${definition.name} has no operator ${filter.operator}`);
  return condition;
}

type LinkedFilter = { filtered: LinkedFilterField; filter: FieldFilter };

/** The filters on the links and linked records of one list, which must hold for the same link. */
export type LinkedFilters = {
  linkList: LinkList;
  filters: readonly LinkedFilter[];
  /** Each the ids of linked records, of which the link must lead to one. */
  ids: readonly (readonly number[])[];
};

/** Divides the filters of a list into those on its own records and those on one link each (contract §10). */
export function groupFilters(
  definition: AnyDefinition,
  where: readonly FieldFilter[],
): { own: FieldFilter[]; linked: LinkedFilters[] } {
  const own: FieldFilter[] = [];
  const groups = new Map<string, { linkList: LinkList; filters: LinkedFilter[] }>();
  for (const filter of where) {
    const filtered = filterFieldOf(definition, filter.field);
    if (filtered.by !== "linked") own.push(filter);
    else {
      const { linkList } = filtered;
      const filters = groups.get(linkList.list)?.filters ?? [];
      groups.set(linkList.list, { linkList, filters: [...filters, { filtered, filter }] });
    }
  }
  const isOfLinked = (filter: FieldFilter) => filter.operator === "any" && groups.has(filter.field);
  return {
    own: own.filter((filter) => !isOfLinked(filter)),
    linked: [...groups].map(([list, group]) => ({
      ...group,
      ids: own.flatMap((filter) => (filter.operator === "any" && filter.field === list ? [filter.value] : [])),
    })),
  };
}

/**
 * Builds the clauses FROM and WHERE that select the links `l` which meet all filters of a group.
 * @param day the day on which the states of links are judged
 */
export function matchingLinks({ linkList, filters, ids }: LinkedFilters, day: SqlQuery): SqlQuery {
  const { relation, other } = linkList;
  const linkedKind = definitionOf(other.kind);
  const conditions = [
    ...ids.map((recordIds) => sql`l.${identifier(other.column)} = ANY(${[...recordIds]}::int[])`),
    ...filters.map(({ filtered, filter }) =>
      filtered.isOfLink
        ? conditionOnLink(relation, filtered.inner, filter, day)
        : ownCondition(linkedKind, { ...filter, field: filtered.inner.name }),
    ),
  ];
  // Within this query, `r` is the linked record.
  const records = filters.every(({ filtered }) => filtered.isOfLink)
    ? empty
    : sql`JOIN ${identifier(linkedKind.table)} r ON r.${identifier(linkedKind.key)} = l.${identifier(other.column)}`;
  const where = conditions.length > 0 ? sql`WHERE ${join(conditions, " AND ")}` : empty;
  return sql`FROM ${identifier(relation.table)} l ${records} ${where}`;
}

/** Builds a condition: record `r` is active on a day (contract §17). */
export function activeOnDay({ key }: AnyDefinition, activity: Activity, day: SqlQuery): SqlQuery {
  const { table, activeDays } = expectDefined(activity.definition.derived, "derived facts");
  const isActive = sql`d.${identifier(expectDefined(activeDays, "active days"))} @> ${day}`;
  if (activity.by === "own")
    return sql`r.${identifier(key)} IN (SELECT d.${identifier(key)} FROM ${identifier(table)} d WHERE ${isActive})`;
  const { relation, own, other } = activity.linkList;
  return sql`r.${identifier(key)} IN (SELECT l.${identifier(own.column)} FROM ${identifier(relation.table)} l
    JOIN ${identifier(table)} d ON d.${identifier(activity.definition.key)} = l.${identifier(other.column)}
    WHERE ${isActive} AND ${isCurrentLink(relation, day)})`;
}

/**
 * Builds the conditions on record `r` for a list's field filters (contract §10).
 * @param day the day on which the states of links are judged
 */
export function fieldConditions(definition: AnyDefinition, where: readonly FieldFilter[], day = today()): SqlQuery[] {
  const { own, linked } = groupFilters(definition, where);
  return [
    ...own.map((filter) => ownCondition(definition, filter)),
    ...linked.map(
      (group) =>
        sql`r.${identifier(definition.key)} IN (
          SELECT l.${identifier(group.linkList.own.column)} ${matchingLinks(group, day)})`,
    ),
  ];
}
