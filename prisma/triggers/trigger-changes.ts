import type pg from "pg";
import { allDefinitions } from "../../lib/model/kinds/registry";
import { type GeneratedObject, generatedObjects } from "./generated-objects";
import { refold } from "./search";

/** Trigger functions and triggers that are written by hand in a migration. */
const HANDWRITTEN =
  /^function (record_row|changes_\w+|projekt_status_(keep_flag|finishes_projects))$|^trigger (\w+ on (users|changes)|projekt_status_(keep_flag|finishes_projects) on projekt_status)$/;

const STORED_OBJECTS = `
  SELECT 'function ' || proname AS id, pg_get_functiondef(oid) AS definition,
    format('DROP FUNCTION %s();', proname) AS "drop"
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
  UNION ALL
  SELECT format('trigger %s on %s', tgname, relname), pg_get_triggerdef(t.oid),
    format('DROP TRIGGER "%s" ON "%s";', tgname, relname)
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
  WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'index ' || relname, pg_get_indexdef(oid), format('DROP INDEX "%s";', relname)
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ '_(begins|contains|doubtful)_idx$'
  ORDER BY id`;

type StoredObject = { id: string; definition: string; drop: string };

async function storedObjects(client: pg.Client): Promise<Map<string, StoredObject>> {
  const { rows } = await client.query<StoredObject>(STORED_OBJECTS);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Compares the generated functions, triggers and indexes with those of a migrated database. Creates
 * them in a transaction that is rolled back, because only PostgreSQL can compare definitions.
 * @param client a connection as the database's owner, outside of a transaction
 * @returns the SQL that updates the database, in sections; empty if nothing has changed
 */
export async function triggerChanges(client: pg.Client): Promise<string> {
  const generated = generatedObjects();
  const before = await storedObjects(client);
  await client.query("BEGIN");
  const after = await client
    .query(generated.map((object) => recreate(object, before)).join("\n"))
    .then(() => storedObjects(client))
    .finally(() => client.query("ROLLBACK"));

  const changed = generated.filter(({ id }) => before.get(id)?.definition !== after.get(id)?.definition);
  const generatedIds = new Set(generated.map(({ id }) => id));
  const obsolete = [...before.values()].filter(({ id }) => !generatedIds.has(id) && !HANDWRITTEN.test(id));
  const isReplaced = (id: string) => before.has(id) && changed.some((object) => object.id === id);
  const created = (type: string) =>
    changed.filter(({ id }) => id.startsWith(type)).map((object) => recreate(object, before));
  const sections: Record<string, string[]> = {
    "Generated functions": created("function").map((sql) => `${sql}\n`),
    "Generated triggers": created("trigger"),
    "Generated indexes": created("index"),
    // A function can only be dropped after the triggers that called it were dropped or replaced.
    Obsolete: obsolete.reverse().map(({ drop }) => drop),
    "Search columns of existing records": allDefinitions
      .filter(({ table }) => isReplaced(`function ${table}_fold`))
      .map((definition) => refold(definition)),
  };
  return Object.entries(sections)
    .filter(([, statements]) => statements.length > 0)
    .map(([title, statements]) => `-- ${title}\n\n${statements.join("\n").trimEnd()}`)
    .join("\n\n");
}

/** Returns the SQL that creates an object; an index cannot be replaced without dropping it. */
const recreate = ({ id, create }: GeneratedObject, before: ReadonlyMap<string, StoredObject>) =>
  id.startsWith("index") && before.has(id) ? `${before.get(id)?.drop}\n${create}` : create;
