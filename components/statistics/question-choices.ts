import { displayDate } from "@/lib/model/fields/day";
import { LAST_YEAR_END, lastYearEnd, TODAY } from "@/lib/model/lists/relative-days";
import type { Locale, Translate } from "@/lib/model/messages/i18n";
import { countedName, withinSentence, type WordedQuestion } from "@/lib/features/statistics/question-words";
import { fieldName } from "@/lib/features/statistics/statistic-words";
import { COUNTED, STATISTIC_FIELDS } from "@/lib/features/statistics/statistic-fields";
import type { StatisticsAddress } from "@/lib/features/statistics/statistics-query";
import { STEPS, type CalendarStep } from "@/lib/features/statistics/steps";
import type { DaysChoice, QuestionSentenceProps } from "./question-sentence";

const STEP_NAMES = Object.keys(STEPS) as CalendarStep[];
const NO_DAYS = { on: undefined, from: undefined, to: undefined, step: undefined };

/** How far back the steps begin at first, so that they are some ten to forty. */
const FIRST_FROM: Record<CalendarStep, string> = {
  year: "today-120m",
  half: "today-60m",
  quarter: "today-60m",
  month: "today-36m",
};

type Asked = { question: WordedQuestion; dayTexts: StatisticsAddress["dayTexts"]; today: string };

function daysChoiceOf({ question, dayTexts }: Asked): DaysChoice {
  if (question.period) return question.period.step;
  if (dayTexts.on === LAST_YEAR_END) return "last_year_end";
  return dayTexts.on === undefined || dayTexts.on === TODAY ? "today" : "day";
}

/** Returns the choices of the sentence of a question, with their texts in the language of a page. */
export function choicesOf(
  asked: Asked,
  t: Translate<"records">,
  locale: Locale,
): Pick<QuestionSentenceProps, "counted" | "days" | "by"> {
  const { question, dayTexts, today } = asked;
  const { period, days } = question;
  const yearEnd = lastYearEnd(today);
  const stepStart = (step: CalendarStep) => {
    const { from, to } = dayTexts;
    // A period that a step began with may be too long for another one.
    const isChosen = from !== undefined && !Object.values(FIRST_FROM).includes(from);
    return [step, { on: undefined, from: isChosen ? from : FIRST_FROM[step], to, step }];
  };
  return {
    counted: {
      value: question.counted,
      options: COUNTED.map((value) => ({ value, label: withinSentence(countedName(value, t), locale) })),
    },
    days: {
      value: daysChoiceOf(asked),
      options: [
        { value: "today", label: t("statistics.choices.today", { day: displayDate(today) }) },
        { value: "last_year_end", label: t("statistics.choices.last_year_end", { day: displayDate(yearEnd) }) },
        { value: "day", label: t("statistics.choices.other_day") },
        ...STEP_NAMES.map((step) => ({ value: step, label: t(`statistics.steps.${step}`) })),
      ],
      starts: {
        today: NO_DAYS,
        last_year_end: { ...NO_DAYS, on: LAST_YEAR_END },
        day: { ...NO_DAYS, on: days.at(-1) ?? today },
        ...(Object.fromEntries(STEP_NAMES.map(stepStart)) as Record<CalendarStep, typeof NO_DAYS>),
      },
      shown: period ? { from: period.from, to: period.to } : { on: days[0] },
    },
    by: {
      values: question.by,
      options: STATISTIC_FIELDS.map((field) => ({ value: field, label: withinSentence(fieldName(field, t), locale) })),
    },
  };
}
