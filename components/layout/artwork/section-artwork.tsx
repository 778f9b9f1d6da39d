import clsx from "clsx";
import type { ComponentType } from "react";
import type { Section } from "../sections";
import { AccountArt } from "./account-art";
import { DashboardArt } from "./dashboard-art";
import { InstitutionsArt } from "./institutions-art";
import { MembersArt } from "./members-art";
import { PersonsArt } from "./persons-art";
import { ProjectsArt } from "./projects-art";
import { ThematicFieldsArt } from "./thematic-fields-art";

const ART: Record<Section, ComponentType> = {
  dashboard: DashboardArt,
  members: MembersArt,
  projects: ProjectsArt,
  institutions: InstitutionsArt,
  persons: PersonsArt,
  "thematic-fields": ThematicFieldsArt,
  account: AccountArt,
};

type SectionArtworkProps = { section: Section; className?: string };

/** The drawing of a section, set at the lower right of what holds it: decoration in the section's colour, fading to the left. */
export function SectionArtwork({ section, className }: SectionArtworkProps) {
  const Art = ART[section];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 540 120"
      fill="none"
      preserveAspectRatio="xMaxYMax slice"
      className={clsx("pointer-events-none absolute right-0 bottom-0 h-full mask-l-from-55% mask-l-to-100%", className)}
    >
      <Art />
    </svg>
  );
}
