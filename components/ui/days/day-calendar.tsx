"use client";

import { useLocale } from "next-intl";
import { DayPicker } from "react-day-picker";
import { de } from "react-day-picker/locale/de";
import { enGB } from "react-day-picker/locale/en-GB";
import type { Locale } from "@/lib/model/messages/i18n";

export type DayCalendarProps = {
  /** The selected day, `YYYY-MM-DD`, or empty. */
  day: string;
  today: string;
  onPick: (day: string) => void;
};

/** Locales of the calendar; British English, so that weeks begin on Monday, as in German. */
const LOCALES: Record<Locale, typeof de | typeof enGB> = { de, en: enGB };

/** Number of years that the calendar offers before and after today; other dates must be typed. */
const YEARS = 30;

/** Converts a day to a date at noon, so that daylight saving time does not shift the day. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const date = new Date(2000, month - 1, dayOfMonth, 12);
  date.setFullYear(year, month - 1, dayOfMonth);
  return date;
}

const dayOfDate = (date: Date) =>
  [
    String(date.getFullYear()).padStart(4, "0"),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-");

const ARROW =
  "grid size-9 place-items-center rounded-md text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11";

const CLASSES = {
  month: "grid grid-cols-[auto_1fr_auto] items-center gap-y-1",
  month_grid: "col-span-3 w-full table-fixed border-collapse",
  dropdowns: "flex justify-center gap-1",
  dropdown_root: "relative flex min-h-9 items-center rounded-md hover:bg-sunken pointer-coarse:min-h-11",
  dropdown:
    "peer absolute inset-0 w-full cursor-pointer appearance-none rounded-md opacity-0 bg-surface text-ink focus-visible:opacity-100 focus-visible:px-1.5",
  caption_label: "flex items-center gap-0.5 px-1.5 font-semibold peer-focus-visible:invisible",
  chevron: "size-4 fill-ink-muted",
  button_previous: ARROW,
  button_next: ARROW,
  weekday: "h-7 text-center text-xs font-medium text-ink-muted",
  day: "p-px text-center",
  day_button:
    "tabular h-9 w-full rounded-md hover:bg-sunken pointer-coarse:h-11 in-data-outside:text-ink-muted " +
    "in-data-today:font-bold in-data-today:text-accent in-data-today:underline in-data-today:underline-offset-4 " +
    "in-data-selected:bg-accent in-data-selected:text-on-accent in-data-selected:hover:bg-accent-strong",
};

/** Month calendar in the app's language, operable by pointer and keyboard. */
export function DayCalendar({ day, today, onPick }: DayCalendarProps) {
  const locale = useLocale();
  const selected = day ? dateOf(day) : undefined;
  const now = dateOf(today);
  const year = now.getFullYear();
  const selectedYear = selected?.getFullYear() ?? year;
  return (
    <DayPicker
      mode="single"
      required
      // Focuses the grid of days, where the calendar's keys work.
      autoFocus
      navLayout="around"
      captionLayout="dropdown"
      // Keeps the height constant: the month buttons must not move away from the pointer.
      fixedWeeks
      showOutsideDays
      locale={LOCALES[locale]}
      weekStartsOn={1}
      today={now}
      selected={selected}
      defaultMonth={selected ?? now}
      startMonth={new Date(Math.min(year - YEARS, selectedYear), 0)}
      endMonth={new Date(Math.max(year + YEARS, selectedYear), 11)}
      onSelect={(date) => onPick(dayOfDate(date))}
      classNames={CLASSES}
    />
  );
}
