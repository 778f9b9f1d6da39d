import type { KindName } from "@/lib/records/kinds/registry";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import type { Section } from "./section";
import { thematicField } from "./thematic-field";

/**
 * Section of each record kind; short artwork may be defined in this file. Titles and paths of the
 * pages come from the kind's definition (`frame-pages.ts`).
 */
export const kindSections: Record<KindName, Section> = { member, project, institution, person, thematicField };
