import { displayDate } from "@/lib/model/fields/day";
import type { Locale, Translate } from "@/lib/model/messages/i18n";
import { countedKind, type Counted } from "./statistic-fields";
import { fieldName } from "./statistic-words";
import type { StatisticsQuestion } from "./statistics-query";
import { STEPS, type CalendarStep } from "./steps";

/** A question, with the period and step of its days if it has several. */
export type WordedQuestion = StatisticsQuestion & { period?: { from: string; to: string; step: CalendarStep } };

/** Returns a name as it is written within a sentence: English nouns begin with a small letter there. */
export const withinSentence = (name: string, locale: Locale): string =>
  locale === "en" ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** Returns the name of what is counted, in the plural. */
export const countedName = (counted: Counted, words: Translate<"records">): string =>
  words(`${countedKind(counted).name}.many`);

function partsOf({ days, by, period }: WordedQuestion, words: Translate<"records">, locale: Locale) {
  const when = period
    ? words("statistics.on_steps", {
        from: displayDate(days[0] ?? period.from),
        to: displayDate(days.at(-1) ?? period.to),
        steps: words(`statistics.steps.${period.step}`),
      })
    : words("statistics.on_day", { day: displayDate(days[0] ?? "") });
  const fields = by.map((field) => withinSentence(fieldName(field, words), locale));
  const grouping =
    fields.length > 0 ? words("statistics.grouping", { fields: fields.join(` ${words("statistics.and")} `) }) : "";
  return { when, grouping };
}

/** Returns a question as a sentence, such as “Wie viele Kooperationsprojekte waren am 31.12.2025 aktiv, nach Land?”. */
export function questionText(question: WordedQuestion, words: Translate<"records">, locale: Locale): string {
  const what = withinSentence(countedName(question.counted, words), locale);
  return words("statistics.question", { what, ...partsOf(question, words, locale) });
}

/** Returns what the answer to a question shows, as the heading of a page. */
export const statementText = (question: WordedQuestion, words: Translate<"records">, locale: Locale): string =>
  words("statistics.statement", {
    what: countedName(question.counted, words),
    ...partsOf(question, words, locale),
  });

/**
 * Returns a question with the period and step of its parameters, if they ask for steps.
 * @param parameters those of the question, with absolute days
 */
export function wordedQuestion(
  question: StatisticsQuestion,
  parameters: URLSearchParams,
  today: string,
): WordedQuestion {
  const [from, to, step] = ["from", "to", "step"].map((name) => parameters.get(name));
  if (!from && !to && !step) return question;
  const known = (Object.keys(STEPS) as CalendarStep[]).find((one) => one === step) ?? "year";
  return { ...question, period: { from: from ?? "", to: to ?? today, step: known } };
}
