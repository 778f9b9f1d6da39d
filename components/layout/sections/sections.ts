import type { KindName } from "@/lib/records/kinds/registry";
import { kindSections } from "./kinds";
import type { Section } from "./section";

/** Names of the app's sections: one for each record kind, and one for each other area. */
export type SectionName =
  | "dashboard"
  | "calendar"
  | KindName
  | "quality"
  | "duplicates"
  | "history"
  | "reference"
  | "accounts"
  | "jobs"
  | "account";

const history: Section = {
  icon: "icon-history",
  artwork: "history",
  colour: { light: "oklch(0.44 0.075 330)", dark: "oklch(0.79 0.07 330)" },
};

const account: Section = {
  icon: "icon-user-round",
  artwork: "account",
  colour: { light: "oklch(0.44 0.03 232)", dark: "oklch(0.77 0.02 232)" },
};

export const sections: Record<SectionName, Section> = {
  dashboard: {
    icon: "icon-layout-dashboard",
    artwork: "dashboard",
    colour: { light: "oklch(0.43 0.05 240)", dark: "oklch(0.77 0.045 240)" },
  },
  calendar: {
    icon: "icon-calendar",
    artwork: "calendar",
    colour: { light: "oklch(0.45 0.11 295)", dark: "oklch(0.79 0.085 295)" },
  },
  ...kindSections,
  quality: {
    icon: "icon-list-checks",
    artwork: "quality",
    colour: { light: "oklch(0.44 0.09 150)", dark: "oklch(0.79 0.085 150)" },
  },
  duplicates: { ...history, icon: "icon-combine" },
  history,
  reference: {
    icon: "icon-list-ordered",
    artwork: "reference",
    colour: { light: "oklch(0.44 0.075 185)", dark: "oklch(0.79 0.075 185)" },
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
