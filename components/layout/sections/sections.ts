import type { KindName } from "@/lib/records/kinds/registry";
import { kindSections } from "./kinds";
import type { Section } from "./section";

/** Names of the app's sections: one for each record kind, and one for each other area. */
export type SectionName =
  "dashboard" | "calendar" | KindName | "quality" | "history" | "reference" | "accounts" | "jobs" | "account";

const account: Section = {
  icon: "icon-user-round",
  artwork: "account",
};

export const sections: Record<SectionName, Section> = {
  dashboard: {
    icon: "icon-layout-dashboard",
    artwork: "dashboard",
  },
  calendar: {
    icon: "icon-calendar",
    artwork: "calendar",
  },
  ...kindSections,
  quality: {
    icon: "icon-list-checks",
    artwork: "quality",
  },
  history: {
    icon: "icon-history",
    artwork: "history",
  },
  reference: {
    icon: "icon-list-ordered",
    artwork: "reference",
  },
  accounts: { ...account, icon: "icon-user-cog" },
  jobs: { ...account, icon: "icon-clock" },
  account,
};

/** A page inside the app's layout. */
export type FramePage = {
  section: SectionName;
  /** Path of the page; a trailing `*` stands for a record's key. */
  path: string;
  title: string;
  /** What the command palette calls the page, if it shares its title with another one. */
  paletteTitle?: string;
  /** True if the sidebar links to the page. */
  inSidebar: boolean;
  /** True if the user may not open the page. */
  closed?: boolean;
  /** True if the page is only for roles that may change records. */
  forWriters?: boolean;
  /** True if the page shows nothing without URL parameters. */
  needsMore?: boolean;
};

/** Returns the page at a path, if there is one. */
export function pageAt(pathname: string, pages: readonly FramePage[]): FramePage | undefined {
  const ofRecord = pathname.replace(/[^/]+$/, "*");
  return pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === ofRecord);
}
