import type { KindName } from "@/lib/records/kinds/registry";
import { institution } from "./institution";
import { member } from "./member";
import { person } from "./person";
import { project } from "./project";
import type { Section } from "./section";
import { thematicField } from "./thematic-field";

/**
 * The section of each kind of records; one with a short drawing may stand here itself. What it is called and where its pages lie comes from the kind (frame-pages.ts).
 */
export const kindSections: Record<KindName, Section> = { member, project, institution, person, thematicField };
