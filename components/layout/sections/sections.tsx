import clsx from "clsx";
import type { KindName } from "@/lib/records/kinds/registry";
import { account, accounts, jobs } from "./account";
import { calendar } from "./calendar";
import { dashboard } from "./dashboard";
import { duplicates, history } from "./history";
import { kindSections } from "./kinds";
import { quality } from "./quality";
import { reference } from "./reference";
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

export const sections: Record<SectionName, Section> = {
  dashboard,
  calendar,
  ...kindSections,
  quality,
  duplicates,
  history,
  reference,
  accounts,
  jobs,
  account,
};

type SectionArtworkProps = { section: Section; className?: string };

/** Decorative artwork of a section, at the lower right of its container, fading to the left. */
export function SectionArtwork({ section: { Artwork }, className }: SectionArtworkProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 540 120"
      fill="none"
      preserveAspectRatio="xMaxYMax slice"
      className={clsx(
        "pointer-events-none absolute right-0 bottom-0 h-full mask-l-from-55% mask-l-to-100% forced-colors:hidden",
        className,
      )}
    >
      <Artwork />
    </svg>
  );
}

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
