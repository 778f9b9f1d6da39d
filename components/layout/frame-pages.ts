import { dynamicKey, type Translate } from "@/lib/model/messages/i18n";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { CALENDAR_PATH } from "@/lib/features/deadlines/calendar-query";
import { DUPLICATES_PATH } from "@/lib/features/duplicates/duplicates-query";
import { FILES_PATH } from "@/lib/features/files/files-query";
import { HISTORY_PATH } from "@/lib/features/history/history-query";
import { IMPORT_PATH } from "@/lib/features/imports/import-href";
import { JOBS_PATH } from "@/lib/features/jobs/job-overview";
import { MERGE_PATH } from "@/lib/features/duplicates/merge-query";
import { personalDataPath } from "@/lib/features/personal-data/erasure";
import { PLACES_PATH } from "@/lib/features/places/place-suggestion";
import { PROPOSALS_PATH } from "@/lib/features/rounds/proposal";
import { QUALITY_PATH } from "@/lib/features/quality/quality-checks";
import { ROUNDS_PATH } from "@/lib/features/rounds/round";
import { SHIPPED_QUESTIONS, shippedQuestionHref } from "@/lib/features/statistics/shipped-questions";
import { STATISTICS_PATH } from "@/lib/features/statistics/statistics-query";
import { predefinedViews } from "@/lib/features/views/predefined-views";
import { STATISTICS_VIEWS } from "@/lib/features/views/view-kinds";
import { allDefinitions, kinds, type KindName } from "@/lib/model/kinds/registry";
import { viewHref, type FrameView } from "./frame-views";
import type { FramePage, SectionName } from "./sections/sections";

/**
 * Returns all pages of the app, in the order of the sidebar. Runs on the server, so that the
 * browser receives paths and titles, but not the definitions of the kinds.
 * @param titles translates `frame.titles`
 * @param records translates `records`
 * @param rights `isAdmin`: the user may open admin pages; `mayRead`: the user may open pages other
 * than the account page; `mayWrite`: the user may open pages for editors
 */
export function framePages(
  titles: Translate<"frame.titles">,
  records: Translate<"records">,
  { isAdmin, mayRead = true, mayWrite = true }: { isAdmin: boolean; mayRead?: boolean; mayWrite?: boolean },
): FramePage[] {
  const kindPages = (Object.keys(kinds) as KindName[]).flatMap((kind): FramePage[] => [
    { section: kind, path: kinds[kind].pages.list, title: records(`${kind}.many`), group: "records" },
    { section: kind, path: `${kinds[kind].pages.detail}/*`, title: records(`${kind}.one`) },
  ]);
  const personalDataPages = allDefinitions.flatMap((definition): FramePage[] => {
    const section = definition.name;
    const path = `${personalDataPath(definition)}/*`;
    return definition.person ? [{ section, path, title: records(`${section}.one`) }] : [];
  });
  const adminGroup: Pick<FramePage, "group" | "closed"> = isAdmin ? { group: "administration" } : { closed: true };
  const editorGroup: Pick<FramePage, "group" | "closed"> = mayWrite ? { group: "upkeep" } : { closed: true };
  const pages: FramePage[] = [
    { section: "dashboard", path: "/dashboard", title: titles("dashboard"), group: "work" },
    { section: "calendar", path: CALENDAR_PATH, title: titles("calendar"), group: "work" },
    { section: "statistics", path: STATISTICS_PATH, title: titles("statistics"), group: "work" },
    { section: "files", path: FILES_PATH, title: titles("files"), group: "work" },
    ...kindPages,
    ...personalDataPages,
    { section: "quality", path: QUALITY_PATH, title: titles("quality"), group: "upkeep" },
    { section: "quality", path: DUPLICATES_PATH, title: titles("quality"), paletteTitle: titles("duplicates") },
    { section: "places", path: PLACES_PATH, title: titles("places"), group: "upkeep" },
    { section: "rounds", path: ROUNDS_PATH, title: titles("rounds"), forWriters: true, ...editorGroup },
    { section: "rounds", path: `${ROUNDS_PATH}/*`, title: titles("rounds") },
    { section: "proposals", path: PROPOSALS_PATH, title: titles("proposals"), forWriters: true, ...editorGroup },
    { section: "history", path: HISTORY_PATH, title: titles("history"), group: "upkeep" },
    { section: "quality", path: MERGE_PATH, title: titles("merge"), needsParameters: true },
    { section: "account", path: IMPORT_PATH, title: titles("import"), forWriters: true },
    { section: "reference", path: "/pages/reference", title: titles("reference"), ...adminGroup },
    { section: "accounts", path: "/pages/users", title: titles("accounts"), ...adminGroup },
    { section: "accounts", path: "/pages/users/*", title: titles("accounts") },
    { section: "jobs", path: JOBS_PATH, title: titles("jobs"), ...adminGroup },
    { section: "account", path: ACCOUNT_PATH, title: titles("account") },
    { section: "account", path: "/api-docs", title: titles("api_docs") },
  ];
  if (mayRead) return pages;
  return pages.map((page) => (page.path === ACCOUNT_PATH ? page : { ...page, group: undefined, closed: true }));
}

/** The stored fields of a saved view. */
type StoredView = { id: number; kind: string; name: string; query: string; columns: readonly string[] };

/**
 * Returns the views of statistics and of all kinds; predefined views come before saved ones.
 * @param records translates `records`
 */
export function frameViews(records: Translate<"records">, savedViews: readonly StoredView[]): FrameView[] {
  const savedOf = (kind: string, section: SectionName, page: string) =>
    savedViews
      .filter((view) => view.kind === kind)
      .map((view): FrameView => {
        return { key: String(view.id), section, name: view.name, href: viewHref(page, view) };
      });
  const shippedQuestions = SHIPPED_QUESTIONS.map((question): FrameView => {
    return {
      key: `statistics ${question.name}`,
      section: "statistics",
      name: records(`statistics.questions.${question.name}`),
      href: shippedQuestionHref(question),
      ...("leadsTo" in question && { leadsTo: question.leadsTo }),
    };
  });
  const ofKinds = allDefinitions.flatMap(({ name: kind, apiPath, pages }): FrameView[] => {
    const section = kind as SectionName;
    const predefined = predefinedViews(kind).map(({ name, ...view }): FrameView => {
      return {
        key: `${kind} ${name}`,
        section,
        name: records(dynamicKey(`${kind}.views.${name}`)),
        href: viewHref(pages.list, view),
      };
    });
    return [...predefined, ...savedOf(apiPath, section, pages.list)];
  });
  return [...shippedQuestions, ...savedOf(STATISTICS_VIEWS, "statistics", STATISTICS_PATH), ...ofKinds];
}
