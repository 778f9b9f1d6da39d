import type { KindName } from "@/lib/records/kinds/registry";
import type { Section } from "./section";

/**
 * Section of each record kind. Titles and paths of the pages come from the kind's definition
 * (`frame-pages.ts`).
 */
export const kindSections: Record<KindName, Section> = {
  member: {
    icon: "icon-users-round",
    artwork: "member",
    colour: { light: "oklch(0.43 0.086 224)", dark: "oklch(0.775 0.088 218)" },
  },
  project: {
    icon: "icon-milestone",
    artwork: "project",
    colour: { light: "oklch(0.48 0.115 42)", dark: "oklch(0.78 0.095 48)" },
  },
  institution: {
    icon: "icon-building-2",
    artwork: "institution",
    colour: { light: "oklch(0.43 0.11 262)", dark: "oklch(0.77 0.085 262)" },
  },
  person: {
    icon: "icon-contact",
    artwork: "person",
    colour: { light: "oklch(0.45 0.085 145)", dark: "oklch(0.79 0.09 148)" },
  },
  thematicField: {
    icon: "icon-tags",
    artwork: "thematicField",
    colour: { light: "oklch(0.48 0.09 78)", dark: "oklch(0.82 0.095 84)" },
  },
};
