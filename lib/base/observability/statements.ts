import { recordSpanError, runningSpan, tracing } from "./tracing";

/**
 * Matches literals, which may contain user input, and comments, in which an apostrophe would be
 * taken for the start of a literal.
 */
const LITERALS = /'[^']*(?:'|$)|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Matches innermost parentheses. Removing them repeatedly removes all nested queries. */
const NESTED = /\([^()]*\)/g;
const VERB = /^\s*([a-z]+)/i;
const VERBS = new Set(
  "SELECT INSERT UPDATE DELETE WITH BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE SET LOCK TRUNCATE COPY".split(" "),
);
/** Matches the name of a table of this app. These are in lower case, unlike other identifiers. */
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:"?(?:public|pgboss)"?\.)?"?([a-z_]{1,63})\b/;

type StatementName = { verb: string; table: string | undefined };

/**
 * Returns the verb of a statement and its first table. Spans must contain nothing else of its text,
 * because some statements contain the name of the acting user as a literal.
 */
export function nameStatement(text: string): StatementName {
  const verb = VERB.exec(text)?.[1]?.toUpperCase() ?? "";
  const withoutLiterals = text.replace(LITERALS, "''");
  // With WITH, the main query refers to CTEs; the tables are inside the parentheses of the CTEs.
  const table = TABLE.exec(verb === "WITH" ? withoutLiterals : withoutNested(withoutLiterals))?.[1];
  return { verb: VERBS.has(verb) ? verb : "SQL", table };
}

function withoutNested(text: string): string {
  const outer = text.replace(NESTED, "");
  return outer === text ? text : withoutNested(outer);
}

/**
 * A statement as `pg` accepts it. An object with `submit` is a stream of rows; it would end
 * differently, is used nowhere in this app, and is not traced.
 */
type Statement = string | { text?: unknown; submit?: unknown };
const textOf = (statement: Statement) =>
  typeof statement === "string" ? statement : statement.submit ? undefined : statement.text;

type Server = { host: string; port: number };

/**
 * Starts the span of a statement that is about to be sent, if it belongs to a traced request, job
 * or mail that is still in progress. Otherwise background work that a request has started would
 * remain part of the request's trace for ever.
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
