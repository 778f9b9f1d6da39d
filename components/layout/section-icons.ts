import {
  Building2,
  Contact,
  LayoutDashboard,
  Milestone,
  Tags,
  UserRound,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { Section } from "./sections";

/** The small sign of each section, in the sidebar and on the dashboard. */
export const SECTION_ICONS: Record<Section, LucideIcon> = {
  dashboard: LayoutDashboard,
  members: UsersRound,
  projects: Milestone,
  institutions: Building2,
  persons: Contact,
  "thematic-fields": Tags,
  account: UserRound,
};
