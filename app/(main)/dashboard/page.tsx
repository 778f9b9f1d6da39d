import clsx from "clsx";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { BarChart, ColumnChart, type Bar } from "@/components/layout/bar-chart";
import { CountLink } from "@/components/quality/count-link";
import { FirstStepsCard } from "@/components/dashboard/first-steps-card";
import { memberNames } from "@/components/deadlines/deadline-days";
import { DueProjectsCard, type DueItem } from "@/components/deadlines/due-projects-card";
import { OwnProjectsCard } from "@/components/deadlines/own-projects-card";
import { StorageNotice } from "@/components/files/storage-notice";
import { paletteKinds } from "@/components/palette/palette-kinds";
import { RecentCard } from "@/components/palette/recent-card";
import { EntryTag } from "@/components/records/shared/entry-tag";
import { RoundsCard } from "@/components/rounds/rounds-card";
import { QualityCard } from "@/components/quality/quality-card";
import { CALENDAR_PATH } from "@/lib/features/deadlines/calendar-query";
import { distanceText } from "@/lib/features/deadlines/deadline-words";
import { shareRows } from "@/lib/features/deadlines/share-rows";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { projectsInState } from "@/lib/model/kinds/project-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { pageContext } from "@/lib/sessions/page-context";
import { consecutiveYears } from "@/lib/features/statistics/consecutive-years";
import type { ProjectStatistics } from "@/lib/features/statistics/statistics-answers";
import { activeProjectsBy } from "@/lib/features/statistics/server/statistics";
import { countRecords } from "@/lib/store/records/find-records";
import {
  DUE_STATES,
  findDueProjects,
  findFinishedStatuses,
  findOwnProjects,
  WAITING_STATES,
} from "@/lib/features/deadlines/server/find-deadlines";
import { isAllowed } from "@/lib/base/access/permissions";
import { countOpenProposals } from "@/lib/features/rounds/server/proposals/count-proposals";
import { findRunningRounds } from "@/lib/features/rounds/server/progress/find-running";
import { findScarceStorage } from "@/lib/features/files/server/quota";
import { countCheck, findStoredQuality } from "@/lib/features/quality/server/quality";
import { findFirstSteps } from "@/lib/features/operations/server/find-first-steps";
import { ownValue } from "@/lib/model/pure/own-value";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.dashboard") };
}

/** The kinds of record whose number is shown on a card, in display order (spec §2). */
const CARDS = ["member", "institution", "person", "project"] as const;
/** Least number of thematic fields shown; otherwise as many as there are statuses, so that the two charts are equally high. */
const MIN_THEMATIC_FIELDS = 6;
/** Maximum number of years shown, the latest ones: a mistyped year must not stretch the axis over centuries. */
const YEARS_SHOWN = 20;
/** Deadline states shown to readers, who cannot do anything about the others. */
const READERS_STATES = ["soon", "open"] as const;
/** Maximum number of projects with deadlines shown. Links lead to all of them. */
const DUE_SHOWN = 10;
/** Maximum number of the user's own projects shown. */
const OWN_SHOWN = 5;
/** Maximum number of running confirmation rounds shown. */
const ROUNDS_SHOWN = 3;
/** Maximum number of members named per project. */
const MEMBERS_SHOWN = 1;

/**
 * The dashboard (spec §2): four record counts, each linked to its list page, the user's projects and
 * recently opened records, what needs to be done (not for readers, who cannot do it) and the next
 * deadlines, and charts of the projects that are active today.
 */
export default async function DashboardPage() {
  const context = await pageContext();
  const { locale } = context;
  const today = dayOf(new Date());
  const mayReadRounds = isAllowed(context.actor, "read", "rounds");
  const mayWrite = isAllowed(context.actor, "write", "project");
  const states = mayWrite ? DUE_STATES : READERS_STATES;
  const [
    counts,
    [byStatus, byTopic, byYear],
    own,
    due,
    finished,
    quality,
    unassigned,
    rounds,
    proposals,
    scarceStorage,
    firstSteps,
    t,
    td,
    tq,
    records,
    format,
  ] = await Promise.all([
    countRecords(context),
    activeProjectsBy(context, today, ["status", "themenfelder", "beginn_jahr"]),
    findOwnProjects(context, context.actor.email, OWN_SHOWN),
    findDueProjects(context, states, DUE_SHOWN),
    mayWrite ? findFinishedStatuses(context) : [],
    mayWrite ? findStoredQuality(context) : null,
    mayWrite ? countCheck(context, "projects_without_responsible") : null,
    mayReadRounds ? findRunningRounds(context, ROUNDS_SHOWN) : null,
    mayReadRounds ? countOpenProposals(context) : 0,
    isAllowed(context.actor, "read", "accounts") ? findScarceStorage(context.connection) : null,
    findFirstSteps(context),
    getTranslations("dashboard"),
    getTranslations("deadlines"),
    getTranslations("quality"),
    getTranslations("records"),
    getFormatter(),
  ]);
  const cards = CARDS.map((kind) => {
    const { pages, countName } = definitionOf(kind);
    return {
      section: kind,
      href: pages.list,
      label: records(`${kind}.many`),
      count: format.number(ownValue(counts, countName) ?? 0),
    };
  });
  const barsOf = (statistics: ProjectStatistics | undefined): Bar[] =>
    (statistics?.rows ?? []).flatMap(({ keys: [key], values: [count = 0], hrefs: [href] }) =>
      key
        ? [{ key: String(key.id), label: key[locale], count, text: format.number(count), href: href ?? undefined }]
        : [],
    );
  const statuses = barsOf(byStatus).map((bar) => ({
    ...bar,
    tag: <EntryTag list="projekt_status" name={bar.label} />,
  }));
  const { detail: projectPage } = definitionOf("project").pages;
  const dueItemsOf = (state: (typeof DUE_STATES)[number]): DueItem[] =>
    due.projects
      .filter((project) => project.state === state)
      .map(({ projekt_id, projekt_titel, kuendigungsfrist, day, what, days_left, members }) => ({
        ...{ id: projekt_id, state, stateText: td(`due_states.${state}`), label: projekt_titel },
        href: `${projectPage}/${projekt_id}`,
        ...(state === "unread" && { notice: td("quoted", { text: kuendigungsfrist }) }),
        ...(day &&
          what && {
            deadline: {
              what: td(`what.${what}`),
              ...{ day, dayText: displayDate(day), distance: distanceText(days_left, td) },
            },
          }),
        members: memberNames(members, MEMBERS_SHOWN, { t: td, locale }),
      }));
  const dueItems = shareRows(states.map(dueItemsOf), DUE_SHOWN);
  const waitingLists = (mayWrite ? WAITING_STATES : [])
    .map((state) => ({ state, count: ownValue(due.totals, state) ?? 0 }))
    .filter(({ count }) => count > 1)
    .map(({ state, count }) => ({ href: projectsInState(state), text: td(`all_in_state.${state}`, { count }) }));
  const topicsShown = Math.max(statuses.length, MIN_THEMATIC_FIELDS);
  const topics = barsOf(byTopic).slice(0, topicsShown);
  const years = consecutiveYears(byYear?.rows ?? [], YEARS_SHOWN).map(({ year, count, href }) => ({
    ...{ key: year, label: String(year), count, text: format.number(count) },
    href: href ?? undefined,
  }));
  const emptyText = t("no_projects");
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <section aria-labelledby="counts">
        <h2 id="counts" className="sr-only">
          {t("counts")}
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
          {cards.map((card) => (
            <li key={card.section} className="@container/count min-w-0">
              <CountLink {...card} />
            </li>
          ))}
        </ul>
      </section>
      {firstSteps && <FirstStepsCard steps={firstSteps} />}
      {scarceStorage && <StorageNotice {...scarceStorage} />}
      <div
        className={clsx(
          "grid grid-cols-1 gap-3 md:gap-4",
          own.projects.length > 0 ? "lg:grid-cols-2" : "lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]",
        )}
      >
        <OwnProjectsCard {...own} />
        <RecentCard account={context.actor.id} kinds={paletteKinds(records)} />
      </div>
      <DueProjectsCard
        title={td(mayWrite ? "due" : "upcoming")}
        emptyText={td(mayWrite ? "due_none" : "upcoming_none")}
        count={format.number(dueItems.length)}
        items={dueItems}
        lists={[
          ...waitingLists,
          ...(unassigned && unassigned.count > 0
            ? [{ href: unassigned.href, text: tq("without_responsible", { count: unassigned.count }) }]
            : []),
          { href: CALENDAR_PATH, text: td("in_calendar") },
        ]}
        responsible={td("responsible")}
        finished={finished.slice(0, 1)}
      />
      <div className="grid grid-cols-1 gap-3 md:gap-4 lg:grid-cols-2">
        <BarChart title={t("by_status")} bars={statuses} emptyText={emptyText} />
        <BarChart title={t("by_topic")} bars={topics} emptyText={emptyText} />
        <div className="min-w-0 lg:col-span-2">
          <ColumnChart title={t("by_year")} bars={years} emptyText={emptyText} />
        </div>
      </div>
      {rounds && <RoundsCard {...rounds} proposals={proposals} />}
      {mayWrite && <QualityCard quality={quality} />}
    </div>
  );
}
