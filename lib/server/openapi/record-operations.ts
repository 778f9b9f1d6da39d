import { FILTER_MAX_LENGTH, LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE, MAX_ID, TYPEAHEAD_MIN_LENGTH } from "../../limits";
import type { AnyDefinition } from "../../records/define";
import { recordId, wordsOf } from "./field-schemas";
import { done, exactObject, pascalCase, type Operation, type Parameter, type Success } from "./operation";
import { changeData, kindRef, schemaName } from "./record-schemas";

/** What the screens call a kind: one record, and many, which is also its tag in the document. */
const one = (definition: AnyDefinition) => wordsOf(definition).one.toLowerCase();
/** The heading in the document below which a kind's calls stand. */
export const tagOf = (definition: AnyDefinition) => wordsOf(definition).many;

const recordPath = (definition: AnyDefinition) => `/${definition.apiPath}/{${definition.key}}`;

/** Spec §7 puts whole lists into some answers; this asks for answers without them (RFC 7240, contract §3). */
function minimal({ answerList }: AnyDefinition): { parameters?: Parameter[]; headers?: Success["headers"] } {
  if (!answerList) return {};
  return {
    parameters: [
      {
        name: "Prefer",
        in: "header",
        description: `\`return=minimal\` leaves \`${answerList}\` out of the answer.`,
        schema: { type: "string", examples: ["return=minimal"] },
      },
    ],
    headers: {
      "Preference-Applied": {
        description: "Present when the request asked for a minimal answer.",
        schema: { const: "return=minimal" },
      },
    },
  };
}

function sortParameters({ sortFields, sortAliases, defaultSort, multiSort }: AnyDefinition): Parameter[] {
  const field = { type: "string", enum: [...sortFields, ...Object.keys(sortAliases ?? {})] };
  const order = { type: "string", enum: ["asc", "desc"] };
  const several = { style: "form", explode: false } as const;
  const aliases = Object.entries(sortAliases ?? {}).map(([alias, name]) => ` \`${alias}\` stands for \`${name}\`.`);
  return [
    {
      name: "sortBy",
      in: "query",
      description: `German order; what is empty comes last.${aliases.join("")}`,
      ...(multiSort
        ? { ...several, schema: { type: "array", items: field, uniqueItems: true, default: [defaultSort] } }
        : { schema: { ...field, default: defaultSort } }),
    },
    {
      name: "sortOrder",
      in: "query",
      description: multiSort ? "One for each field of `sortBy`; in any case." : "In any case.",
      ...(multiSort
        ? { ...several, schema: { type: "array", items: order, default: ["asc"] } }
        : { schema: { ...order, default: "asc" } }),
    },
  ];
}

function listParameters(definition: AnyDefinition): Parameter[] {
  const parameters: Parameter[] = [
    {
      name: "pageNo",
      in: "query",
      description: "Index of the page; 0 is the first.",
      schema: { type: "integer", minimum: 0, maximum: MAX_ID, default: 0 },
    },
    {
      name: "pageSize",
      in: "query",
      description: "Rows on a page.",
      schema: { type: "integer", minimum: 1, maximum: LIST_MAX_PAGE_SIZE, default: LIST_PAGE_SIZE },
    },
    ...sortParameters(definition),
    {
      name: "filter",
      in: "query",
      description:
        "Every word must occur in some searched field; case, accents and the spelling of umlauts do not matter.",
      schema: { type: "string", maxLength: FILTER_MAX_LENGTH },
    },
  ];
  if (!definition.topics) return parameters;
  const topics: Parameter = {
    name: "topics",
    in: "query",
    description:
      "Ids of thematic fields; records that carry any of them. Also as `topics=1&topics=2` and `topics[]=1`.",
    style: "form",
    explode: false,
    schema: { type: "array", items: recordId },
  };
  return [...parameters, topics];
}

/** `GET /<kind>` */
export const listOperation = (definition: AnyDefinition): Operation => ({
  id: `list${pascalCase(definition.apiPath)}`,
  path: `/${definition.apiPath}`,
  tag: tagOf(definition),
  summary: `List ${tagOf(definition).toLowerCase()}`,
  description: "A page past the end is empty. A parameter given twice is refused, an unknown one ignored.",
  access: "login",
  parameters: listParameters(definition),
  success: { status: 200, description: "One page of the list", schema: kindRef(definition, "Page") },
  refusals: ["validation_failed"],
});

/** `POST /<kind>/new` */
export const createOperation = (definition: AnyDefinition): Operation => ({
  id: `create${schemaName(definition)}`,
  path: `/${definition.apiPath}/new`,
  tag: tagOf(definition),
  summary: `Create a ${one(definition)}`,
  access: "login",
  parameters: minimal(definition).parameters,
  body: kindRef(definition, "Create"),
  success: {
    status: 201,
    description: "Created; `lastId` is its key",
    schema: done("data_saved", { data: changeData(definition, { lastId: recordId }) }),
    headers: minimal(definition).headers,
  },
});

/** `GET /<kind>/{id}` */
export const readOperation = (definition: AnyDefinition): Operation => ({
  id: `read${schemaName(definition)}`,
  path: recordPath(definition),
  tag: tagOf(definition),
  summary: `Read a ${one(definition)}`,
  access: "login",
  success: {
    status: 200,
    description: "The record with its link lists",
    schema: exactObject({ success: { const: true }, data: kindRef(definition) }),
  },
  refusals: ["data_not_found"],
});

/** `PUT /<kind>/{id}` */
export const updateOperation = (definition: AnyDefinition): Operation => ({
  id: `update${schemaName(definition)}`,
  path: recordPath(definition),
  tag: tagOf(definition),
  summary: `Change a ${one(definition)}`,
  description: "A field that is left out keeps its value; the record as a whole must be valid.",
  access: "login",
  parameters: definition.countsAfterUpdate ? minimal(definition).parameters : undefined,
  body: kindRef(definition, "Change"),
  success: definition.countsAfterUpdate
    ? {
        status: 200,
        description: "Changed; `lastId` is its own key",
        schema: done("data_updated", { data: changeData(definition, { lastId: recordId }) }),
        headers: minimal(definition).headers,
      }
    : { status: 200, description: "Changed", schema: done("data_updated") },
  refusals: ["data_not_found"],
});

/** `DELETE /<kind>/{id}` */
export const deleteOperation = (definition: AnyDefinition): Operation => ({
  id: `delete${schemaName(definition)}`,
  path: recordPath(definition),
  tag: tagOf(definition),
  summary: `Delete a ${one(definition)}`,
  description: definition.inUse ? "Refused while other records are linked to it." : "Its links go along.",
  access: "login",
  parameters: minimal(definition).parameters,
  success: {
    status: 200,
    description: "Deleted",
    schema: done("data_deleted", { data: changeData(definition) }),
    headers: minimal(definition).headers,
  },
  refusals: ["data_not_found", ...(definition.inUse ? [definition.inUse] : [])],
});

/** `GET /<kind>_search` */
export const searchOperation = (definition: AnyDefinition): Operation => ({
  id: `search${pascalCase(definition.apiPath)}`,
  path: `/${definition.apiPath}_search`,
  tag: tagOf(definition),
  summary: `Find ${tagOf(definition).toLowerCase()} while typing`,
  access: "login",
  parameters: [
    {
      name: "search",
      in: "query",
      description: `Fewer than ${TYPEAHEAD_MIN_LENGTH} characters after trimming find nothing, nor do more than ${FILTER_MAX_LENGTH}.`,
      schema: { type: "string" },
    },
    {
      name: "detail",
      in: "query",
      description: "With `1` each hit also carries `detail`: what tells namesakes apart, for people to read.",
      schema: { type: "string" },
    },
  ],
  success: { status: 200, description: "The best hits, best first", schema: kindRef(definition, "Hits") },
});
