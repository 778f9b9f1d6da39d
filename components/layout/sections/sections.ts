import type { KindName } from "@/lib/model/kinds/registry";
import { kindSections } from "./kinds";
import type { Section } from "./section";

/** Names of the app's sections: one for each record kind, and one for each other area. */
export type SectionName =
  | "dashboard"
  | "calendar"
  | "statistics"
  | "files"
  | KindName
  | "quality"
  | "places"
  | "rounds"
  | "proposals"
  | "history"
  | "reference"
  | "accounts"
  | "jobs"
  | "account";

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
  statistics: {
    icon: "icon-chart-column",
    artwork: "statistics",
  },
  files: {
    icon: "icon-files",
    artwork: "reference",
  },
  ...kindSections,
  quality: {
    icon: "icon-badge-check",
    artwork: "quality",
  },
  places: {
    icon: "icon-map-pin",
    artwork: "quality",
  },
  rounds: {
    icon: "icon-mail-check",
    artwork: "quality",
  },
  proposals: {
    icon: "icon-inbox",
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
  accounts: { ...account, icon: "icon-key-round" },
  jobs: { ...account, icon: "icon-server-cog" },
  account,
};

/** Groups of the sidebar's entries, in their order. */
export const NAV_GROUPS = ["work", "records", "upkeep", "administration"] as const;

export type NavGroup = (typeof NAV_GROUPS)[number];

/** A page inside the app's layout. */
export type FramePage = {
  section: SectionName;
  /** Path of the page; a trailing `*` stands for a record's key. */
  path: string;
  title: string;
  /** The page's name in the command palette, if it shares its title with another one. */
  paletteTitle?: string;
  /** The group of the sidebar that links to the page; undefined if the sidebar has no link to it. */
  group?: NavGroup;
  /** True if the user may not open the page. */
  closed?: boolean;
  /** True if the page is only for roles that may change records. */
  forWriters?: boolean;
  /** True if the page shows nothing without URL parameters. */
  needsParameters?: boolean;
};

/** Returns the page at a path, if there is one. */
export function pageAt(pathname: string, pages: readonly FramePage[]): FramePage | undefined {
  const recordPath = `${pathname.slice(0, pathname.lastIndexOf("/"))}/*`;
  return pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === recordPath);
}
