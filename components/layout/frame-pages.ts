import { ACCOUNT_PATH } from "@/lib/records/accounts/account";
import { CALENDAR_PATH } from "@/lib/records/deadlines/calendar-query";
import { DUPLICATES_PATH } from "@/lib/records/duplicates/duplicates-query";
import { JOBS_PATH } from "@/lib/records/job-overview";
import { MERGE_PATH } from "@/lib/records/duplicates/merge-query";
import { personalDataPath } from "@/lib/records/accounts/erasure";
import { QUALITY_PATH } from "@/lib/records/quality-checks";
import { allDefinitions, kinds, type KindName } from "@/lib/records/kinds/registry";
import { viewHref, type FrameView } from "./frame-views";
import type { FramePage, SectionName } from "./sections/sections";

type Translate = (key: string) => string;

/**
 * Returns all pages of the app, in the order of the sidebar. Runs on the server, so that the
 * browser receives paths and titles, but not the definitions of the kinds.
 * @param titles translates `frame.titles`
 * @param records translates `records`
 * @param rights `isAdmin`: the user may open admin pages; `mayRead`: the user may open pages other
 * than the account page
 */
export function framePages(
  titles: Translate,
  records: Translate,
  { isAdmin, mayRead = true }: { isAdmin: boolean; mayRead?: boolean },
): FramePage[] {
  const ofKinds = (Object.keys(kinds) as KindName[]).flatMap((kind): FramePage[] => [
    { section: kind, path: kinds[kind].pages.list, title: records(`${kind}.many`), inSidebar: true },
    { section: kind, path: `${kinds[kind].pages.detail}/*`, title: records(`${kind}.one`), inSidebar: false },
  ]);
  const ofPersons = allDefinitions.flatMap((definition): FramePage[] => {
    const section = definition.name as KindName;
    const path = `${personalDataPath(definition)}/*`;
    return definition.person ? [{ section, path, title: records(`${section}.one`), inSidebar: false }] : [];
  });
  const pages: FramePage[] = [
    { section: "dashboard", path: "/dashboard", title: titles("dashboard"), inSidebar: true },
    { section: "calendar", path: CALENDAR_PATH, title: titles("calendar"), inSidebar: true },
    ...ofKinds,
    ...ofPersons,
    { section: "quality", path: QUALITY_PATH, title: titles("quality"), inSidebar: true },
    {
      section: "quality",
      path: DUPLICATES_PATH,
      title: titles("quality"),
      paletteTitle: titles("duplicates"),
      inSidebar: false,
    },
    { section: "history", path: "/pages/timeline", title: titles("history"), inSidebar: true },
    { section: "quality", path: MERGE_PATH, title: titles("merge"), inSidebar: false, needsMore: true },
    { section: "account", path: "/pages/import", title: titles("import"), inSidebar: false, forWriters: true },
    {
      section: "reference",
      path: "/pages/reference",
      title: titles("reference"),
      inSidebar: isAdmin,
      closed: !isAdmin,
    },
    { section: "accounts", path: "/pages/users", title: titles("accounts"), inSidebar: isAdmin, closed: !isAdmin },
    { section: "accounts", path: "/pages/users/*", title: titles("accounts"), inSidebar: false },
    { section: "jobs", path: JOBS_PATH, title: titles("jobs"), inSidebar: isAdmin, closed: !isAdmin },
    { section: "account", path: ACCOUNT_PATH, title: titles("account"), inSidebar: false },
    { section: "account", path: "/api-docs", title: titles("api_docs"), inSidebar: false },
  ];
  if (mayRead) return pages;
  return pages.map((page) => (page.path === ACCOUNT_PATH ? page : { ...page, inSidebar: false, closed: true }));
}

/** The stored fields of a saved view. */
type KeptView = { id: number; kind: string; name: string; query: string; columns: readonly string[] };

/**
 * Returns the views of all kinds; for each kind, predefined views come before saved ones.
 * @param records translates `records`
 */
export const frameViews = (records: Translate, kept: readonly KeptView[]): FrameView[] =>
  allDefinitions.flatMap(({ name: kind, apiPath, pages, views = [] }): FrameView[] => {
    const section = kind as SectionName;
    const shipped = views.map(({ name, query }): FrameView => {
      return {
        key: `${kind} ${name}`,
        section,
        name: records(`${kind}.views.${name}`),
        href: viewHref(pages.list, { query }),
      };
    });
    const own = kept.filter((view) => view.kind === apiPath);
    return [
      ...shipped,
      ...own.map((view): FrameView => {
        return { key: String(view.id), section, name: view.name, href: viewHref(pages.list, view) };
      }),
    ];
  });
