/**
 * The triggers of the record tables, as SQL generated from the declarations. They maintain the
 * search columns (contract §2), counts, derived facts, the roles of links and the duplicate index, and record changes
 * made outside the app in the history (contract §8). `npm run migration` writes what has changed of
 * them into a migration (`trigger-changes.ts`).
 */
import { entryLists } from "../../lib/model/reference-lists/reference-lists";
import { allDefinitions } from "../../lib/model/kinds/registry";
import { relations as allRelations } from "../../lib/model/kinds/relations";
import { comparing } from "./compare";
import { counting } from "./count";
import { deriving } from "./derive";
import { fileDeleting, fileKindClearing, fileProposals, fileSearchIndexes } from "./files";
import { implausibleIndexes } from "./implausible";
import { entryRecording, linkRecording, listRecording, recording } from "./history";
import { roleTriggers, uniquenessTrigger } from "./roles";
import type { DatabaseFunction, Index, Part, Trigger } from "./types";
import { searchTriggers, renameTriggers } from "./search";

function parts(): Part[] {
  return [
    ...allDefinitions.map(searchTriggers),
    ...entryLists.map(renameTriggers),
    ...allDefinitions.map(counting),
    ...allDefinitions.map(fileDeleting),
    fileKindClearing(),
    fileSearchIndexes(),
    fileProposals(),
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
    ...allRelations.flatMap(roleTriggers),
    uniquenessTrigger(),
    ...entryLists.map(entryRecording),
  ];
}

/** A generated function, trigger or index, and the SQL that creates it. */
export type GeneratedObject = { id: string; create: string };

const functionObject = ({ name, body }: DatabaseFunction): GeneratedObject => ({
  id: `function ${name}`,
  create: `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$\n${body}\n$$;`,
});

function triggerObject({ name, table, when, calls }: Trigger): GeneratedObject {
  const rest = calls.startsWith("REFERENCING") ? calls : `FOR EACH ${calls}`;
  return {
    id: `trigger ${name} on ${table}`,
    create: `CREATE OR REPLACE TRIGGER "${name}" ${when} ON "${table}" ${rest};`,
  };
}

const indexObject = ({ name, table, on }: Index): GeneratedObject => ({
  id: `index ${name}`,
  create: `CREATE INDEX "${name}" ON "${table}" ${on};`,
});

/** Returns what the declarations require: functions first, then the triggers that call them, then indexes. */
export function generatedObjects(): GeneratedObject[] {
  const all = parts();
  return [
    ...all.flatMap(({ functions }) => functions.map(functionObject)),
    ...all.flatMap(({ triggers }) => triggers.map(triggerObject)),
    ...all.flatMap(({ indexes = [] }) => indexes.map(indexObject)),
  ];
}
