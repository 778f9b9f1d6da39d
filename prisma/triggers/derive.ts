import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { DerivedFacts } from "@/lib/model/kinds/derived-facts";
import { entryFlags, isEntryList, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { changedKeys, type Part } from "./types";

/*
 * Triggers that maintain derived facts: when a source value changes, by the app or by any other
 * writer, the stored facts are invalid.
 */

/**
 * Builds the update that invalidates the stored facts of records. The new revision prevents
 * computations that are under way from storing their results.
 */
const invalidate = (table: string, where: string) =>
  `    UPDATE "${table}" d SET holds_until = NULL, revision = d.revision + 1 FROM ${where};`;

const statement = (name: string, rows: string) => `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;

/**
 * Builds the triggers that invalidate a kind's derived facts when a record changes, or a flag of a
 * reference entry that records refer to.
 */
export function deriving({ table: records, key, fields }: AnyDefinition, { table, from }: DerivedFacts): Part[] {
  const own: Part = {
    functions: [
      {
        name: `${table}_added`,
        body: `BEGIN\n    INSERT INTO "${table}" ("${key}") SELECT "${key}" FROM added;\n    RETURN NULL;\nEND`,
      },
      {
        name: `${table}_forgotten`,
        body: [
          "BEGIN",
          invalidate(table, `(${changedKeys(key, from)}) AS changed\n    WHERE d."${key}" = changed."${key}"`),
          "    RETURN NULL;",
          "END",
        ].join("\n"),
      },
    ],
    triggers: [
      {
        name: `${records}_derived_added`,
        table: records,
        when: "AFTER INSERT",
        calls: statement(`${table}_added`, "NEW TABLE AS added"),
      },
      {
        name: `${records}_derived_forgotten`,
        table: records,
        when: "AFTER UPDATE",
        calls: statement(`${table}_forgotten`, "OLD TABLE AS before NEW TABLE AS after"),
      },
    ],
  };
  const flagged = from.flatMap((name): Part[] => {
    const list = fields[name]?.reference;
    const flags = list && isEntryList(list) ? entryFlags(list).filter((flag) => flag !== "active") : [];
    if (!list || flags.length === 0) return [];
    const { table: entries, key: entryKey } = referenceLists[list];
    const changed = `(${changedKeys(entryKey, flags)}) AS changed JOIN "${records}" r ON r."${name}" = changed."${entryKey}"
    WHERE d."${key}" = r."${key}"`;
    const functionName = `${table}_${name}_changed`;
    return [
      {
        functions: [{ name: functionName, body: `BEGIN\n${invalidate(table, changed)}\n    RETURN NULL;\nEND` }],
        triggers: [
          {
            name: `${entries}_${functionName}`,
            table: entries,
            when: "AFTER UPDATE",
            calls: statement(functionName, "OLD TABLE AS before NEW TABLE AS after"),
          },
        ],
      },
    ];
  });
  return [own, ...flagged];
}
