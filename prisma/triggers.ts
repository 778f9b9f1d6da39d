/**
 * The triggers of the record tables, as SQL generated from the declarations. They maintain the
 * search columns (contract §2), counts, derived facts and the duplicate index, and record changes
 * made outside the app in the history (contract §8). `npm run migration` puts the SQL into a
 * migration.
 */
import { entryLists } from "../lib/records/reference-lists/reference-lists";
import { allDefinitions } from "../lib/records/kinds/registry";
import { relations as allRelations } from "../lib/records/kinds/relations";
import { comparing } from "./triggers/compare";
import { counting } from "./triggers/count";
import { deriving } from "./triggers/derive";
import { implausibleIndexes } from "./triggers/implausible";
import { entryRecording, linkRecording, listRecording, recording } from "./triggers/history";
import type { DatabaseFunction, Index, Part, Trigger } from "./triggers/types";
import { searchTriggers, renameTriggers } from "./triggers/search";

function parts(): Part[] {
  return [
    ...allDefinitions.map(searchTriggers),
    ...entryLists.map(renameTriggers),
    ...allDefinitions.map(counting),
    ...allDefinitions.map(implausibleIndexes),
    ...allDefinitions.flatMap((definition) => (definition.derived ? deriving(definition, definition.derived) : [])),
    ...allDefinitions.flatMap((definition) =>
      definition.duplicateFields ? [comparing(definition, definition.duplicateFields)] : [],
    ),
    ...allDefinitions.map(recording),
    ...allDefinitions.flatMap((definition) =>
      Object.entries(definition.fields).flatMap(([name, { storage }]) =>
        storage.in === "list" ? [listRecording(definition, name, storage)] : [],
      ),
    ),
    ...allRelations.map(linkRecording),
    ...entryLists.map(entryRecording),
  ];
}

/** Returns the expected trigger functions, for the test that compares them with the database. */
export const triggerFunctions = (): DatabaseFunction[] => parts().flatMap(({ functions }) => functions);

/** Returns the expected indexes. */
export const triggerIndexes = (): Index[] => parts().flatMap(({ indexes = [] }) => indexes);

const functionSql = ({ name, body }: DatabaseFunction) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$\n${body}\n$$;`;

function triggerSql({ name, table, when, calls }: Trigger): string {
  const rest = calls.startsWith("REFERENCING") ? calls : `FOR EACH ${calls}`;
  return `CREATE OR REPLACE TRIGGER "${name}" ${when} ON "${table}" ${rest};`;
}

/** Returns all functions and triggers as one idempotent script. */
export function triggersSql(): string {
  const all = parts();
  return [
    "-- Made of lib/records by `npm run migration`. Do not edit: change the declarations.",
    ...all.flatMap(({ functions }) => functions.map(functionSql)),
    ...all.flatMap(({ triggers }) => triggers.map(triggerSql)),
    ...triggerIndexes().map(({ name, table, on }) => `CREATE INDEX IF NOT EXISTS "${name}" ON "${table}" ${on};`),
    "-- What is searched may have changed.",
    ...allDefinitions.map(({ table, key }) => `UPDATE "${table}" SET "${key}" = "${key}";`),
  ].join("\n\n");
}
