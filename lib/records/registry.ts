import type { AnyDefinition, KindName } from "./define";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import { thematicField } from "./thematic-field";

/** Every kind by its name. Pages pass the name to client components, because definitions carry functions. */
export const kinds = { member, project, institution, person, thematicField } satisfies Record<KindName, unknown>;

/** A kind's definition, seen as machinery sees it: without the names of its fields. */
export const definitionOf = (name: KindName): AnyDefinition => kinds[name] as unknown as AnyDefinition;

export const allDefinitions = Object.values(kinds) as unknown as AnyDefinition[];
