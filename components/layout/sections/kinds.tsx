import type { KindName } from "@/lib/records/kinds/registry";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import type { Section } from "./section";
import { thematicField } from "./thematic-field";

/**
 * Sections of the kinds of records; short artwork may be defined here. Titles and paths come from
 * the kind's definition (frame-pages.ts).
 */
export const kindSections: Record<KindName, Section> = { member, project, institution, person, thematicField };
