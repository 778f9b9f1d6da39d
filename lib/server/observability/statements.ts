import { noteFailure, runningSpan, tracing } from "./tracing";

/** What may hold anything that people wrote, and comments, whose apostrophes would begin literals. */
const LITERALS = /'[^']*(?:'|$)|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** From the innermost out: what a statement asks besides. */
const NESTED = /\([^()]*\)/g;
const VERB = /^\s*([a-z]+)/i;
const VERBS = new Set(
  "SELECT INSERT UPDATE DELETE WITH BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE SET LOCK TRUNCATE COPY".split(" "),
);
/** Our tables are of lower-case letters: whatever looks otherwise is none of them. */
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:"?(?:public|pgboss)"?\.)?"?([a-z_]{1,63})\b/;

type Named = { verb: string; table: string | undefined };

/**
 * What sort of statement it is, and of which table first. No more of a text may be told: the name of who acts stands in some
 * as a literal.
 */
export function nameStatement(text: string): Named {
  const verb = VERB.exec(text)?.[1]?.toUpperCase() ?? "";
  const plain = text.replace(LITERALS, "''");
  // What comes after WITH has names of its own, the tables stand within.
  const table = TABLE.exec(verb === "WITH" ? plain : withoutNested(plain))?.[1];
  return { verb: VERBS.has(verb) ? verb : "SQL", table };
}

function withoutNested(text: string): string {
  const outer = text.replace(NESTED, "");
  return outer === text ? text : withoutNested(outer);
}

/** How `pg` takes a statement; with `submit` it is a stream of rows, which ends in its own way and which nobody uses here. */
type Statement = string | { text?: unknown; submit?: unknown };
const textOf = (statement: Statement) =>
  typeof statement === "string" ? statement : statement.submit ? undefined : statement.text;

type Server = { host: string; port: number };

/**
 * Tells of a statement that is about to be sent, where a request, job or mail is under way that is told of. What goes on when that
 * has ended belongs to nobody: what a first request set going would be a part of it for ever.
 * @returns what is to be called when it is done, or nothing where it is not told of
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
    if (error) noteFailure(span!, error);
    span!.end();
  };
}
