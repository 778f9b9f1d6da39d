import type { AnyDefinition, KindName } from "./define";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import { referenceLists, type ReferenceListName } from "../reference-lists/reference-lists";
import { thematicField } from "./thematic-field";

/**
 * All record kinds by name. Pages pass the name to client components instead of the definition,
 * which contains functions and therefore cannot be serialized.
 */
export const kinds = { member, project, institution, person, thematicField } satisfies Record<KindName, unknown>;

export type { KindName };

/**
 * The definitions of all kinds, typed without their field names, for code that handles any kind.
 */
export const allDefinitions: readonly AnyDefinition[] = Object.values(kinds) as unknown as AnyDefinition[];

/**
 * Returns the definition of a kind.
 * @throws Error for an unknown name
 */
export function definitionOf(name: string): AnyDefinition {
  const definition = allDefinitions.find((candidate) => candidate.name === name);
  if (!definition) throw new Error(`Unknown record kind ${name}, see lib/model/kinds/registry.ts`);
  return definition;
}

/**
 * Returns the kind whose records are the entries of a reference list; null if the list has its own
 * entries.
 */
export const definitionListed = (list: ReferenceListName | undefined): AnyDefinition | null =>
  (list && allDefinitions.find(({ table }) => table === referenceLists[list].table)) ?? null;

/**
 * Returns the kind whose API paths start with this segment, such as `members`. The segment is also
 * the kind's name in the history (contract §8).
 */
export const definitionOfPath = (apiPath: string): AnyDefinition | undefined =>
  allDefinitions.find((candidate) => candidate.apiPath === apiPath);
