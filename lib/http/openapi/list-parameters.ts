import { activityOf } from "@/lib/model/lists/activity";
import { ACTIVE_ON } from "@/lib/model/lists/filter-parameters";
import { FILTER_MAX_LENGTH, LIST_MAX_IDS, LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE, MAX_ID } from "@/lib/model/limits";
import { linkedFilterFieldsOf } from "@/lib/model/lists/linked-filters";
import type { ListDefinition } from "@/lib/model/lists/list-query";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { entryIdShape, type FilterOperator, type JsonSchema } from "@/lib/model/fields/field";
import { definitionOf } from "@/lib/model/kinds/registry";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { comparedField, filterFieldsOf, tokensOf, type FilterField } from "@/lib/model/lists/filters";
import type { Parameter } from "../route";
import { recordIdSchema } from "./field-schemas";
import type { Schema } from "./json-schema";
import { kindLabels } from "./tags";

function sortParameters({ sortFields, sortAliases, defaultSort, multiSort }: ListDefinition): Parameter[] {
  const field = { type: "string", enum: [...sortFields, ...Object.keys(sortAliases ?? {})] };
  const order = { type: "string", enum: ["asc", "desc"] };
  const commaSeparated = { style: "form", explode: false } as const;
  const aliases = Object.entries(sortAliases ?? {}).map(([alias, name]) => ` \`${alias}\` stands for \`${name}\`.`);
  return [
    {
      name: "sortBy",
      in: "query",
      description: `Sorted in German order; empty values come last.${aliases.join("")}`,
      ...(multiSort
        ? { ...commaSeparated, schema: { type: "array", items: field, uniqueItems: true, default: [defaultSort] } }
        : { schema: { ...field, default: defaultSort } }),
    },
    {
      name: "sortOrder",
      in: "query",
      description: multiSort ? "One for each field of `sortBy`; upper or lower case." : "In upper or lower case.",
      ...(multiSort
        ? { ...commaSeparated, schema: { type: "array", items: order, default: ["asc"] } }
        : { schema: { ...order, default: "asc" } }),
    },
  ];
}

/** Returns the screen label of a field by which lists can be filtered. */
function nameOf(definition: AnyDefinition, filterField: FilterField): string {
  if (filterField.by === "linked") {
    const linked = definitionOf(filterField.linkList.other.kind);
    const { name } = filterField.inner;
    if (filterField.isOfLink)
      return `${kindLabels(linked.name).many}, the same link for all such filters – ${kindLabels("link").fields[name] ?? name}`;
    return `${kindLabels(linked.name).many}, the same one for all such filters – ${nameOf(linked, filterField.inner)}`;
  }
  if (filterField.by === "moment") return filterField.moment === "created" ? "Created" : "Last changed";
  const word = kindLabels(definition.name).fields[filterField.name];
  return word ?? (filterField.by === "links" ? kindLabels(filterField.linkList.other.kind).many : filterField.name);
}

/** Describes the ids of a derived field's entries, because the global data does not list them. */
function describeEntries(filterField: FilterField): string {
  const compared = comparedField(filterField);
  if (compared.by !== "derived" || !compared.fact.entries) return "";
  return `; ${compared.fact.entries.map(({ id, name_en }) => `${id} is ${name_en}`).join(", ")}`;
}

const day = { type: "string", format: "date" };

/** The schema of each filter operator's value, and a description of what the operator matches. */
const OPERATORS: Readonly<Record<FilterOperator, { json: JsonSchema; hint: string }>> = {
  in: { json: { type: "array", items: entryIdShape }, hint: "any of these entries" },
  any: { json: { type: "array", items: recordIdSchema }, hint: "linked to any of these" },
  from: { json: day, hint: "this day or later" },
  to: { json: day, hint: "this day or earlier" },
  before: { json: day, hint: "before this day, or no value" },
  contains: {
    json: { type: "string", maxLength: FILTER_MAX_LENGTH },
    hint: "contains this text, compared like `filter`",
  },
  empty: { json: { type: "boolean" }, hint: "`true`: has no value; `false`: has one" },
  plausible: {
    json: { type: "boolean" },
    hint: "`false`: has a value that is malformed or uses a reserved host name such as `example.com`; `true`: all others",
  },
};

/** Returns the schema of a filter operator's value, and a description of what it matches. */
function shapeOf(filterField: FilterField, operator: FilterOperator): { json: JsonSchema; hint: string } {
  const tokens = operator === "in" ? tokensOf(comparedField(filterField)) : undefined;
  if (!tokens) return OPERATORS[operator];
  return { json: { type: "array", items: { type: "string", enum: tokens } }, hint: "any of these" };
}

/**
 * Returns the filter parameters of a record kind: one for each filterable field and each operator
 * of the field's type (contract §10).
 */
const filterParameters = (definition: AnyDefinition): Parameter[] =>
  [...filterFieldsOf(definition), ...linkedFilterFieldsOf(definition)].flatMap((filterField) =>
    filterField.operators.map((operator): Parameter => {
      const { json, hint } = shapeOf(filterField, operator);
      return {
        name: filterParameter(filterField.name, operator),
        in: "query",
        description: `${nameOf(definition, filterField)}: ${hint}${describeEntries(filterField)}.`,
        ...(json.type === "array" && { style: "form", explode: false }),
        schema: json,
      };
    }),
  );

/** Returns the parameter that adds the values of links to the rows, unless no links of the kind have any. */
function linkParameter({ tabs }: AnyDefinition): Parameter[] {
  const lists = tabs.filter(({ relation }) => relation.fields).map(({ list }) => list);
  const hint = "A link list that is filtered by one record: the rows contain the values of the links to this record.";
  return lists.length > 0 ? [queryParameter("link", hint, { type: "string", enum: lists })] : [];
}

/** Returns the parameter that restricts a list to what is active on a day, if the kind has that. */
function activityParameter(definition: AnyDefinition): Parameter[] {
  const activity = activityOf(definition);
  const hint =
    activity?.by === "own"
      ? "Projects that are active on this day"
      : "Only those with a link, counting on this day, to a project that is active then";
  return activity ? [queryParameter(ACTIVE_ON, `${hint}. The state of links is judged on this day, too.`, day)] : [];
}

/** Returns the query parameters of a kind's list (contract §§2, 10, 17). */
export const kindParameters = (definition: AnyDefinition) => [
  ...listParameters(definition),
  ...filterParameters(definition),
  ...linkParameter(definition),
  ...activityParameter(definition),
  queryParameter("ids", "Only records with these ids; an id that is not in the list is ignored.", {
    type: "array",
    items: { type: "integer", minimum: 1, maximum: MAX_ID },
    maxItems: LIST_MAX_IDS,
  }),
];

/** Returns the declaration of a query parameter; the items of an array are separated by commas. */
export const queryParameter = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: "query",
  description,
  ...(schema.type === "array" && { style: "form", explode: false }),
  schema,
});

const number = (minimum: number, maximum: number, defaultValue: number): Schema => ({
  type: "integer",
  minimum,
  maximum,
  default: defaultValue,
});

/** Returns the query parameter for the size of a page. */
export const pageSizeParameter = (rows: string): Parameter =>
  queryParameter("pageSize", `${rows} per page.`, number(1, LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE));

/**
 * Returns the paging parameters (contract §2).
 * @param rows what the items of a page are called, as the first word of a sentence
 */
export const pageParameters = (rows = "Rows"): Parameter[] => [
  queryParameter("pageNo", "Index of the page; 0 is the first.", number(0, MAX_ID, 0)),
  pageSizeParameter(rows),
];

/** Returns the query parameters of any list (contract §2). */
export function listParameters(definition: ListDefinition): Parameter[] {
  const parameters: Parameter[] = [
    ...pageParameters(),
    ...sortParameters(definition),
    {
      name: "filter",
      in: "query",
      description:
        "Each word must occur in one of the searched fields, or in the name of a linked record or the address of a linked institution; " +
        "case, accents and the spelling of umlauts do not matter.",
      schema: { type: "string", maxLength: FILTER_MAX_LENGTH },
    },
  ];
  if (definition.topicsList === null) return parameters;
  const topics: Parameter = {
    name: "topics",
    in: "query",
    description:
      "Ids of thematic fields: only records that have any of them. Also as `topics=1&topics=2` and `topics[]=1`.",
    style: "form",
    explode: false,
    schema: { type: "array", items: recordIdSchema },
  };
  return [...parameters, topics];
}
