import fc from "fast-check";
import { BODY_MAX_DEPTH, MAX_ID } from "@/lib/model/limits";

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; schema: Schema };
export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: { "application/json"?: { schema: Schema } } };
};

/**
 * A generated request. fast-check prints it on failure; the printed values suffice to send it
 * again.
 */
export type AnyRequest = {
  /** The value of each path parameter: a text, or a number that is mapped to an existing record. */
  path: Record<string, string | { existing: number }>;
  query: [string, string][];
  headers: Record<string, string>;
  /**
   * How the request is authenticated: with the token of the test account, with its session cookie,
   * or with the given headers.
   */
  as: "token" | "cookie" | Record<string, string>;
  body: string | null;
};

const mostly = <T>(likely: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ arbitrary: likely, weight }, { arbitrary: rare, weight: 1 });

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + "1" + close.repeat(levels);

/**
 * Generates texts that some layer may mishandle: lone surrogates, NUL, patterns, property names of
 * objects.
 */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\ud800",
    "%",
    "_",
    "\\",
    "'",
    '"',
    "$1",
    "%00",
    "../..",
    "null",
    "NaN",
    "1e999",
    "-1",
  ),
  fc.constantFrom("__proto__", "constructor", "toString", "valueOf", "then", "ß".repeat(101), "x".repeat(10_001)),
  fc.constantFrom("2024-02-30", "0000-01-01", "9999-12-31", "+275760-09-13", "2024-01-01T00:00:00+99:99"),
  fc.constantFrom("http://[::1", "javascript:1", "https://a@b", "a@b.c".repeat(30), "{}", "[]", "\u202e", "\ufeff"),
  fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
);

const anyNumber = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 0.5, MAX_ID, MAX_ID + 1, -MAX_ID - 1, 2 ** 53, 1e308, 5e-324),
);

/** Generates JSON texts of values that no API route expects. */
const hostileJson = fc.oneof(
  fc.json({ maxDepth: 3 }),
  anyText.map((text) => JSON.stringify(text)),
  anyNumber.map((number) => JSON.stringify(number)),
  fc.constantFrom(
    "null",
    "true",
    "{}",
    "[]",
    "[[]]",
    "[null]",
    "1e999",
    '{"toString":null}',
    '{"valueOf":1,"toString":2}',
    '{"toJSON":1,"length":-1}',
    '{"__proto__":{"id":1}}',
    '{"constructor":{"prototype":1}}',
    nested(BODY_MAX_DEPTH - 2, "[", "]"),
    nested(BODY_MAX_DEPTH, '{"a":', "}"),
    nested(5_000, "[", "]"),
    `[${"1,".repeat(5_000)}1]`,
  ),
);

/**
 * Generates JSON texts that match a schema of the OpenAPI document, except that any part may be
 * replaced with a hostile value.
 */
function jsonOf(schema: Schema, resolve: (reference: string) => Schema): fc.Arbitrary<string> {
  const text = (value: unknown) => JSON.stringify(value);
  const inner = (part: unknown) => mostly(jsonOf(part as Schema, resolve), hostileJson, 40);
  if (typeof schema.$ref === "string") return jsonOf(resolve(schema.$ref), resolve);
  if ("const" in schema) return fc.constant(text(schema.const));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[])).map(text);
  if (Array.isArray(schema.anyOf)) {
    const { anyOf, ...shared } = schema;
    return fc.oneof(...(anyOf as Schema[]).map((one) => inner({ ...shared, ...one })));
  }
  const [type] = [schema.type].flat();
  if (type === "object") {
    const names = Object.keys((schema.properties as Schema | undefined) ?? {});
    const required = (schema.required as string[] | undefined) ?? [];
    const parts = names.map((name) =>
      fc.option(inner((schema.properties as Schema)[name]), { freq: required.includes(name) ? 30 : 2 }),
    );
    const extra = fc.tuple(anyText, hostileJson);
    return fc
      .tuple(fc.tuple(...parts), mostly<[string, string] | null>(fc.constant(null), extra, 9))
      .map(([values, more]) => {
        const members = names.flatMap((name, index) =>
          values[index] == null ? [] : [`${text(name)}:${values[index]}`],
        );
        return `{${[...members, ...(more ? [`${text(more[0])}:${more[1]}`] : [])].join()}}`;
      });
  }
  if (type === "array")
    return fc.array(inner(schema.items ?? {}), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join()}]`);
  if (type === "integer" || type === "number") return mostly(fc.integer({ min: -1, max: 3 }), anyNumber, 30).map(text);
  if (type === "boolean") return fc.boolean().map(text);
  if (schema.maxLength === 0) return fc.constant('""');
  if (type === "string" && schema.format === "email") return fc.emailAddress().map(text);
  if (type === "string" && schema.format === "date") return fc.constantFrom('"2024-01-31"', '"2026-02-28"', "null");
  if (type === "string") return mostly(fc.string({ minLength: 6, maxLength: 20 }), anyText, 12).map(text);
  return hostileJson;
}

/**
 * Generates values of a query parameter: mostly valid according to the OpenAPI document, otherwise
 * any text.
 */
const valueOf = ({ schema }: Parameter) =>
  mostly(
    jsonOf(schema, () => ({})).map((json) => json.replace(/^["[](.*)["\]]$/, "$1")),
    anyText,
    2,
  );

/** Generates parameter names that are similar to those of field filters (contract §10). */
const filterLikeName = fc.oneof(
  fc.constantFrom("where", "where[", "where[]", "where[][]", "where[constructor][in]", "where[__proto__][empty]"),
  fc.tuple(anyText, anyText).map(([field, operator]) => `where[${field}][${operator}]`),
);

function queryOf(parameters: Parameter[]): fc.Arbitrary<[string, string][]> {
  const unknownParameter = fc.tuple(mostly(anyText, filterLikeName), anyText);
  const known = parameters.filter((parameter) => parameter.in === "query");
  const pair = fc.oneof(unknownParameter, ...known.map((one) => fc.tuple(fc.constant(one.name), valueOf(one))));
  return fc.array(pair, { maxLength: 4 });
}

/** Generates valid header values. Node rejects invalid ones before the app receives them. */
const headerText = fc.oneof(
  fc.string({ maxLength: 100 }),
  fc.array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
);
const mostlyOneOf = (...usual: string[]) => mostly(fc.constantFrom(...usual), headerText);
/** Generates values of the headers that the app reads. */
const arbitraryHeaders = fc.record(
  {
    "content-type": mostly(fc.constant("application/json"), mostlyOneOf("text/plain", "application/json;;", ""), 15),
    "content-length": mostly(fc.constant("0"), headerText),
    "accept-language": mostlyOneOf("en", "de-CH;q=0.3, *", "x".repeat(5_000), "en;q=NaN"),
    "if-match": mostlyOneOf('"1"', "*", 'W/"1"', '"99999999999999999999"', '"1", "2"'),
    prefer: mostlyOneOf("return=minimal", 'return="minimal"', "return = minimal; x, y"),
    "user-agent": headerText,
    origin: mostlyOneOf("null", "http://localhost:3000", "https://evil.example", "http://[", "file://"),
    "sec-fetch-site": mostlyOneOf("same-origin", "cross-site"),
    "x-forwarded-for": headerText,
  },
  { requiredKeys: [] },
);

/** Generates headers with invalid credentials. */
const invalidCredentials = fc.record(
  {
    authorization: mostlyOneOf("Bearer", "Bearer x", "bearer  a b", "Basic YTpi"),
    cookie: mostlyOneOf("session=x", "NEXT_LOCALE=en", "NEXT_LOCALE=%ff; session=", "__Host-session=%00", ";;="),
  },
  { requiredKeys: [] },
);

const isId = (name: string) => /(^|_)id$/.test(name);
const anySegment = anyText.filter((text) => text !== "" && text.isWellFormed());
const pathValue = ({ name, schema }: Parameter): fc.Arbitrary<string | { existing: number }> =>
  mostly<string | { existing: number }>(
    Array.isArray(schema.enum)
      ? fc.constantFrom(...(schema.enum as string[]))
      : isId(name)
        ? fc.record({ existing: fc.nat(50) })
        : fc.constant("0b9e4d0e-0000-4000-8000-000000000000"),
    fc.oneof(anySegment, anyNumber.map(String)),
    5,
  );

/**
 * Generates requests for an operation. They are mostly valid, but any part may have an arbitrary
 * value.
 * @param resolve returns the schema that a `$ref` of the document refers to
 */
export function requestsOf(
  { parameters = [], requestBody }: Operation,
  resolve: (reference: string) => Schema,
): fc.Arbitrary<AnyRequest> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const path = Object.fromEntries(inPath.map((parameter) => [parameter.name, pathValue(parameter)]));
  const bodySchema = requestBody?.content["application/json"]?.schema;
  const body = bodySchema
    ? fc.oneof(
        { arbitrary: jsonOf(bodySchema, resolve), weight: 8 },
        { arbitrary: fc.oneof(hostileJson, anyText, fc.constant(null)), weight: 1 },
      )
    : mostly<string | null>(fc.constant(null), fc.oneof(hostileJson, anyText));
  return fc.record({
    path: fc.record(path),
    query: queryOf(parameters),
    headers: mostly(fc.constant({}), arbitraryHeaders, 1),
    as: mostly<AnyRequest["as"]>(fc.constantFrom("token", "cookie"), invalidCredentials, 12),
    body,
  }) as fc.Arbitrary<AnyRequest>;
}
