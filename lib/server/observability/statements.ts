import { recordSpanError, runningSpan, tracing } from "./tracing";

/** Literals, which may contain user input, and comments, whose apostrophes would start literals. */
const LITERALS = /'[^']*(?:'|$)|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Innermost parentheses, removed repeatedly: nested queries. */
const NESTED = /\([^()]*\)/g;
const VERB = /^\s*([a-z]+)/i;
const VERBS = new Set(
  "SELECT INSERT UPDATE DELETE WITH BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE SET LOCK TRUNCATE COPY".split(" "),
);
/** Our tables have lower-case names; anything else does not match. */
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:"?(?:public|pgboss)"?\.)?"?([a-z_]{1,63})\b/;

type Named = { verb: string; table: string | undefined };

/**
 * Returns the verb of a statement and its first table. Nothing else of its text may be exported:
 * some statements contain the name of the acting user as a literal.
 */
export function nameStatement(text: string): Named {
  const verb = VERB.exec(text)?.[1]?.toUpperCase() ?? "";
  const plain = text.replace(LITERALS, "''");
  // The query after WITH uses the names of its CTEs; the tables are within their parentheses.
  const table = TABLE.exec(verb === "WITH" ? plain : withoutNested(plain))?.[1];
  return { verb: VERBS.has(verb) ? verb : "SQL", table };
}

function withoutNested(text: string): string {
  const outer = text.replace(NESTED, "");
  return outer === text ? text : withoutNested(outer);
}

/**
 * A statement as `pg` accepts it. One with `submit` is a stream of rows, which ends differently and
 * is not used here.
 */
type Statement = string | { text?: unknown; submit?: unknown };
const textOf = (statement: Statement) =>
  typeof statement === "string" ? statement : statement.submit ? undefined : statement.text;

type Server = { host: string; port: number };

/**
 * Starts the span of a statement that is about to be sent, if it belongs to a traced request, job
 * or mail that is in progress. Later work gets no span: otherwise background work that a first
 * request started would stay a part of its trace for ever.
 * @returns a function to call when the statement is done; undefined when it is not traced
 */
export function beginStatement(statement: Statement, { host, port }: Server): ((error?: unknown) => void) | undefined {
  const parent = runningSpan();
  const text = parent?.isRecording() && tracing() ? textOf(statement) : undefined;
  if (typeof text !== "string") return undefined;
  const { verb, table } = nameStatement(text);
  const attributes = {
    "db.system.name": "postgresql",
    "db.operation.name": verb,
    "db.collection.name": table,
    "server.address": host,
    "server.port": port,
  };
  const span = tracing()?.begin(table ? `${verb} ${table}` : verb, "client", attributes, parent);
  return (error) => {
    if (error) recordSpanError(span!, error);
    span!.end();
  };
}
