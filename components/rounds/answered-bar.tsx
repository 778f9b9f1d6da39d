import { useTranslations } from "next-intl";

/** How many of a round's records have an answer, as a bar with its numbers. */
export function AnsweredBar({ answered, records }: { answered: number; records: number }) {
  const t = useTranslations("rounds");
  const share = records === 0 ? 0 : (100 * answered) / records;
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="tabular text-sm">{t("answered_of", { answered, records })}</span>
      <span aria-hidden className="block h-1.5 w-full max-w-56 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </span>
    </span>
  );
}
