import { groupBy } from "@/lib/model/pure/group-by";
import { daysBetween } from "@/lib/model/deadlines/days";
import type { Locale, Translate } from "@/lib/model/messages/i18n";
import { deadlineMemberName } from "@/lib/features/deadlines/deadline-member-name";
import { distanceText } from "@/lib/features/deadlines/deadline-words";
import type { DeadlineRow } from "@/lib/features/deadlines/deadline-answers";
import type { DeadlineDay } from "./deadline-rows";
import type { MemberNames } from "./member-names";

/**
 * Returns the names of a project's members as a row shows them; undefined if it has none.
 * @param maxNames maximum number of names
 */
export function memberNames(
  members: DeadlineRow["members"],
  maxNames: number,
  { t, locale }: Pick<DaysOptions, "t" | "locale">,
): MemberNames | undefined {
  if (members.length === 0) return undefined;
  const names = members
    .slice(0, maxNames)
    .map((row) => deadlineMemberName(row, locale))
    .join(", ");
  const rest = members.length - maxNames;
  return rest > 0 ? { names, more: { text: `+${rest}`, words: t("more_members", { count: rest }) } } : { names };
}

type DaysOptions = {
  today: string;
  projectPath: string;
  /** Maximum number of members named per project. */
  maxMembers: number;
  /** The name of the deadline state `over`. */
  overText: string;
  /** Formats a day. */
  dayText: (day: string) => string;
  /** Translates keys of `deadlines` in the messages. */
  t: Translate<"deadlines">;
  locale: Locale;
};

/** Turns deadlines into the texts that `DeadlineRows` shows. */
export function shownDeadlines(
  rows: readonly DeadlineRow[],
  { today, projectPath, maxMembers, overText, dayText, t, locale }: DaysOptions,
): DeadlineDay[] {
  return [...groupBy(rows, ({ day }) => day)].map(([day, rowsOfDay]) => ({
    day,
    text: dayText(day),
    isToday: day === today,
    distance: distanceText(daysBetween(today, day), t),
    entries: rowsOfDay.map(({ projekt_id, projekt_titel, what, state, members }) => ({
      key: `${projekt_id} ${what}`,
      what,
      whatText: t(`what.${what}`),
      warning: state === "over" ? overText : undefined,
      label: projekt_titel,
      href: `${projectPath}/${projekt_id}`,
      members: memberNames(members, maxMembers, { t, locale }),
    })),
  }));
}
