import type { AnyDefinition } from "./define";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import { referenceLists, type ReferenceListName } from "../reference-lists/reference-lists";
import { relations, type Relation } from "./relations";
import { thematicField } from "./thematic-field";

/** Every kind by its name. Pages pass the name to client components, because definitions carry functions. */
export const kinds = { member, project, institution, person, thematicField };

/** The name of a kind of records (spec §3). */
export type KindName = keyof typeof kinds;

/** Every kind's definition, seen as machinery sees it: without the names of its fields. */
export const allDefinitions = Object.values(kinds) as unknown as AnyDefinition[];

/** A kind's definition by its name. */
export function definitionOf(name: string): AnyDefinition {
  const definition = allDefinitions.find((candidate) => candidate.name === name);
  if (!definition) throw new Error(`No kind is called ${name}: lib/records/kinds/registry.ts names them`);
  return definition;
}

/** The kind whose records a reference list names; null for a list that has entries of its own. */
export const definitionListed = (list: ReferenceListName | undefined): AnyDefinition | null =>
  (list && allDefinitions.find(({ table }) => table === referenceLists[list].table)) ?? null;

/** The kind whose API paths begin with a word, e.g. `members`; the history calls kinds so, too (contract §8). */
export const definitionOfPath = (apiPath: string): AnyDefinition | undefined =>
  allDefinitions.find((candidate) => candidate.apiPath === apiPath);

/** Adds a kind that is not shipped, and its relations: how a test shows that a declaration is all that a kind needs. */
export function registerKind(definition: AnyDefinition, itsRelations: readonly Relation[] = []): void {
  allDefinitions.push(definition);
  relations.push(...itsRelations);
}
