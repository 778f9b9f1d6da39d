import { generated, pageOf, namedSchema } from "@/lib/model/answers/shapes";
import { BULK_MAX_LIST, TYPEAHEAD_HITS } from "@/lib/model/limits";
import { writableFields, managedFields, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import {
  nameColumns,
  referenceLists,
  type ReferenceListName,
  shippedCode,
} from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, type LinkList, type Relation } from "@/lib/model/kinds/relations";
import { schemaOf } from "@/lib/model/values/schemas";
import { answerSchema, responseField, entrySchema, recordIdSchema, requestField } from "./field-schemas";
import { exactObject, listOf, orNull, pascalCase, type Schema } from "./json-schema";

type Properties = Record<string, Schema>;

/** Returns the name of one of a record kind's schemas, e.g. `MemberRow`. */
export const schemaName = (definition: AnyDefinition, part = "") => `${pascalCase(definition.name)}${part}`;
/** Returns a reference to one of a record kind's schemas. */
export const kindRef = (definition: AnyDefinition, part = "") => namedSchema(schemaName(definition, part));
/** Returns the name of the schema for entries of a reference list. */
export const entrySchemaName = (list: ReferenceListName) => `${pascalCase(list)}Entry`;

const fieldsOf = (definition: AnyDefinition) => Object.entries(definition.fields);

/**
 * Returns the properties of a kind's rows that are not fields of the kind: names of the reference
 * entries that its fields refer to.
 */
const entryNameColumns = ({ namedInRows, fields }: AnyDefinition) =>
  namedInRows.flatMap((name) => {
    const field = fields[name];
    return field?.storage.in === "column" && field.reference ? nameColumns(field.reference) : [];
  });

function requestProperties(definition: AnyDefinition): Properties {
  const writable = Object.fromEntries(
    writableFields(definition).map(([name, field]) => [name, requestField(definition, name, field)]),
  );
  const loadedNames = [definition.key, ...definition.tabs.map((tab) => tab.list), ...entryNameColumns(definition)];
  const ignoredNames = [...loadedNames.filter((name) => !definition.fields[name]), ...managedFields(definition)];
  const ignoredSchema: Schema = {
    readOnly: true,
    description: "Ignored, so that a loaded record can be sent back unchanged.",
  };
  return { ...writable, ...Object.fromEntries(ignoredNames.map((name) => [name, ignoredSchema])) };
}

const withoutDefault = ({ default: _left, ...schema }: Schema): Schema => schema;

/** Returns the schema of the records to link to a new record, by link list. */
const newLinksSchema = ({ tabs }: AnyDefinition): Schema => ({
  type: "object",
  description: "Keys of records to link to the new one, by link list.",
  properties: Object.fromEntries(
    tabs.map(({ list }) => [list, { ...listOf(recordIdSchema), maxItems: BULK_MAX_LIST }]),
  ),
  additionalProperties: false,
});

/** Returns the schema of a new record. Fields whose schema accepts a missing value are optional. */
function createSchema(definition: AnyDefinition): Schema {
  const required = writableFields(definition).filter(([, field]) => !schemaOf(field).safeParse(undefined).success);
  return {
    type: "object",
    properties: { ...requestProperties(definition), add: newLinksSchema(definition) },
    required: required.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Returns the schema of a change: any of the record's fields. Omitted fields keep their values. */
function changeSchema(definition: AnyDefinition): Schema {
  const properties = Object.entries(requestProperties(definition)).map(([name, schema]) => [
    name,
    withoutDefault(schema),
  ]);
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

/**
 * Returns the schema of a row of a list (contract §2): the record's single values and, of its entry
 * lists and link lists, those that the table shows.
 */
function rowSchema(definition: AnyDefinition): Schema {
  const row: Properties = { [definition.key]: recordIdSchema };
  for (const [name, field] of fieldsOf(definition)) {
    const isNamed = definition.namedInRows.includes(name);
    if (field.storage.in === "column" && !field.separate) row[name] = responseField(definition, name, field);
    else if (isNamed && field.reference) row[name] = listOf(namedSchema(entrySchemaName(field.reference)));
  }
  for (const list of definition.listsInRows) {
    row[list] = listOf(kindRef(definitionOf(linkListOf(definition.name, list).other.kind), "Link"));
  }
  for (const name of entryNameColumns(definition)) row[name] = { type: "string" };
  const values = definition.tabs.flatMap(({ relation }) =>
    Object.keys(relation.fields ?? {}).map((name) => [name, linkValueSchema(name, relation)] as const),
  );
  // Present only where the query says `link`.
  return exactObject(
    { ...row, ...Object.fromEntries(values) },
    values.map(([name]) => name),
  );
}

/** Returns the schema of a record with its link lists (contract §3). */
function recordSchema(definition: AnyDefinition): Schema {
  const fields = fieldsOf(definition)
    .filter(([, field]) => !field.separate)
    .map(([name, field]) => [name, responseField(definition, name, field)]);
  const links = definition.tabs.map((tab) => [tab.list, listOf(linkRef(tab))]);
  return exactObject({ [definition.key]: recordIdSchema, ...Object.fromEntries([...fields, ...links]) });
}

const linkProperties = (definition: AnyDefinition): Properties =>
  Object.fromEntries(
    definition.linkFields.map((name) => {
      const field = definition.fields[name];
      return [name, field ? responseField(definition, name, field) : recordIdSchema];
    }),
  );

/** Returns the name of the schema for rows of a link list whose links have fields. */
const linkRowName = ({ own, list }: LinkList) => schemaName(definitionOf(own.kind), pascalCase(`${list}_link`));

/** Whether responses contain records of a kind as linked records without the values of the links. */
const isPlainlyLinked = ({ name }: AnyDefinition): boolean =>
  allDefinitions.some(({ tabs, listsInRows }) =>
    tabs.some((tab) => tab.other.kind === name && (!tab.relation.fields || listsInRows.includes(tab.list))),
  );

/** Returns a reference to the schema of a link list's rows in responses (contract §§3, 13). */
export const linkRef = (linkList: LinkList): Schema =>
  linkList.relation.fields ? namedSchema(linkRowName(linkList)) : kindRef(definitionOf(linkList.other.kind), "Link");

/** Returns the schema of a field of links in a response: several entries are objects with their names. */
function linkValueSchema(name: string, { fields = {} }: Pick<Relation, "fields">): Schema {
  const field = fields[name];
  if (!field) throw new Error(`Links have no field ${name}`);
  const { reference, storage } = field;
  const isArray = storage.in === "column" && storage.type === "integer[]";
  return isArray && reference
    ? listOf(namedSchema(entrySchemaName(reference)))
    : responseField({ name: "link" }, name, field);
}

/** Returns the schema of the values of a link in a request body; null stands for the empty value. */
export const linkValuesSchema = ({ fields = {} }: Pick<Relation, "fields">): Schema =>
  exactObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, orNull(requestField({ name: "link" }, name, field))]),
    ),
    Object.keys(fields),
  );

/** Returns the schemas of a record kind, keyed by their names in the OpenAPI document. */
export function kindSchemas(definition: AnyDefinition): Record<string, Schema> {
  const text = { type: "string" };
  const hit = { id: recordIdSchema, label: text, ...linkProperties(definition), detail: text };
  const schemas: Record<string, Schema> = {
    "": recordSchema(definition),
    Row: rowSchema(definition),
    Page: answerSchema(pageOf(generated<AnyRow>(kindRef(definition, "Row")))),
    ...(isPlainlyLinked(definition) && { Link: exactObject(linkProperties(definition)) }),
    Hits: { ...listOf(exactObject(hit, ["detail"])), maxItems: TYPEAHEAD_HITS },
    Create: createSchema(definition),
    Change: changeSchema(definition),
  };
  const named = Object.entries(schemas).map(([part, schema]) => [schemaName(definition, part), schema] as const);
  const linkRows = definition.tabs.flatMap((tab) => {
    const { fields } = tab.relation;
    if (!fields) return [];
    const values = Object.keys(fields).map((name) => [name, linkValueSchema(name, tab.relation)]);
    const row = { ...linkProperties(definitionOf(tab.other.kind)), ...Object.fromEntries(values) };
    return [[linkRowName(tab), exactObject(row)] as const];
  });
  return Object.fromEntries([...named, ...linkRows]);
}

/**
 * Returns the schemas for entries of the reference lists, keyed by their names; without those of shipped
 * lists, whose entries always have their code (`globalEntrySchema`).
 */
export const entrySchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    (Object.keys(referenceLists) as ReferenceListName[])
      .filter((list) => shippedCode(list) === undefined)
      .map((list) => [entrySchemaName(list), entrySchema(list)]),
  );
