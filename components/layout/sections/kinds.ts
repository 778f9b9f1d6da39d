import type { KindName } from "@/lib/model/kinds/registry";
import type { Section } from "./section";

/**
 * Section of each record kind. Titles and paths of the pages come from the kind's definition
 * (`frame-pages.ts`).
 */
export const kindSections: Record<KindName, Section> = {
  member: {
    icon: "icon-users-round",
    artwork: "member",
  },
  project: {
    icon: "icon-milestone",
    artwork: "project",
  },
  institution: {
    icon: "icon-building-2",
    artwork: "institution",
  },
  person: {
    icon: "icon-contact",
    artwork: "person",
  },
  thematicField: {
    icon: "icon-tags",
    artwork: "thematicField",
  },
};
