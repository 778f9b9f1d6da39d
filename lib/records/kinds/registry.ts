import type { AnyDefinition } from "./define";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import { referenceLists, type ReferenceListName } from "../reference-lists/reference-lists";
import { relations, type Relation } from "./relations";
import { thematicField } from "./thematic-field";

/**
 * All kinds by name. Pages pass the name to client components, because definitions contain
 * functions, which cannot be serialized.
 */
export const kinds = { member, project, institution, person, thematicField };

/** The name of a kind of records (spec §3). */
export type KindName = keyof typeof kinds;

/** The definitions of all kinds for code that handles any kind, typed without their field names. */
export const allDefinitions = Object.values(kinds) as unknown as AnyDefinition[];

/**
 * Returns the definition of a kind.
 * @throws Error for an unknown name
 */
export function definitionOf(name: string): AnyDefinition {
  const definition = allDefinitions.find((candidate) => candidate.name === name);
  if (!definition) throw new Error(`Unknown record kind ${name}, see lib/records/kinds/registry.ts`);
  return definition;
}

/**
 * Returns the kind whose records a reference list contains; null for a list with its own entries.
 */
export const definitionListed = (list: ReferenceListName | undefined): AnyDefinition | null =>
  (list && allDefinitions.find(({ table }) => table === referenceLists[list].table)) ?? null;

/**
 * Returns the kind with this first segment of its API paths, e.g. `members`; it is also the kind's
 * name in the history (contract §8).
 */
export const definitionOfPath = (apiPath: string): AnyDefinition | undefined =>
  allDefinitions.find((candidate) => candidate.apiPath === apiPath);

/**
 * Registers a kind that is not shipped, and its relations. Tests use it to show that a declaration
 * is all that a kind needs.
 */
export function registerKind(definition: AnyDefinition, itsRelations: readonly Relation[] = []): void {
  allDefinitions.push(definition);
  relations.push(...itsRelations);
}
