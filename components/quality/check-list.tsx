import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { ButtonLink, MoreLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { qualityHref, type CheckedQuality } from "@/lib/features/quality/quality-checks";
import { definitionOf } from "@/lib/model/kinds/registry";
import { newRoundHref } from "@/lib/features/rounds/round";
import { TrendLine } from "./trend-line";

type CheckListProps = {
  checks: readonly CheckedQuality[];
  /** Months after which a confirmation is out of date. */
  confirmMonths: number;
  /** Whether the user may begin confirmation rounds. */
  mayBeginRounds: boolean;
};

type CheckCardProps = Omit<CheckListProps, "checks"> & { check: CheckedQuality };

function CheckCard({ check, confirmMonths, mayBeginRounds }: CheckCardProps) {
  const { name, count, lists, days, isForRounds, suggestions } = check;
  const t = useTranslations("quality");
  const records = useTranslations("records");
  const format = useFormatter();
  const isSplit = lists.length > 1;
  const nonEmptyLists = lists.filter((list) => list.count > 0);
  const [first, ...more] = nonEmptyLists;
  // A sum over several lists has no list of its own, but the page of duplicates shows all of them.
  const target = first && (more.length === 0 || first.query === null) ? qualityHref(first) : null;
  const nameOf = ({ kind, field }: (typeof lists)[number]) =>
    [records(`${kind}.many`), ...(field === undefined ? [] : [records(fieldKey(kind, field))])].join(", ");
  return (
    <Card className="h-full p-4 md:p-5">
      <section aria-labelledby={name} className="flex h-full flex-col gap-2">
        <div className="flex items-start justify-between gap-4">
          <h2 id={name} className="min-w-0 pt-1 text-lg font-semibold">
            {t(`checks.${name}.title`)}
          </h2>
          {/* At first nothing is confirmed: a total of all records would only frighten. */}
          {!isForRounds && (
            <p className="tabular text-3xl leading-9 font-light">
              {target ? (
                <a
                  href={target}
                  aria-label={t("open_count", { count: format.number(count), title: t(`checks.${name}.title`) })}
                  className="rounded-sm text-accent underline-offset-4 hover:underline"
                >
                  {format.number(count)}
                </a>
              ) : (
                format.number(count)
              )}
            </p>
          )}
        </div>
        <p className="max-w-prose text-ink-muted">{t(`checks.${name}.why`, { months: confirmMonths })}</p>
        <TrendLine days={days} />
        {count === 0 && (
          <p className="mt-auto flex items-center gap-1.5 font-medium text-success">
            <Icon name="icon-circle-check" className="size-4.5" />
            {t("nothing")}
          </p>
        )}
        <ul className="mt-auto grid gap-x-6 empty:hidden sm:grid-cols-2">
          {nonEmptyLists.map((list) => (
            <li
              key={`${list.kind} ${list.query}`}
              className={clsx(
                !isSplit && "sm:col-span-2",
                (isForRounds || suggestions) && "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1",
              )}
            >
              <MoreLink href={qualityHref(list)}>
                {isSplit
                  ? t("list_of", { name: nameOf(list), count: format.number(list.count) })
                  : t("mend", { records: records(`${list.kind}.count`, { count: list.count }) })}
              </MoreLink>
              {isForRounds && mayBeginRounds && (
                <ButtonLink
                  size="sm"
                  href={newRoundHref(definitionOf(list.kind), list.query ?? "")}
                  aria-label={t("begin_round_of", { name: nameOf(list) })}
                  className="print:hidden pointer-coarse:min-h-11"
                >
                  {t("begin_round")}
                </ButtonLink>
              )}
              {suggestions && (
                <ButtonLink size="sm" href={suggestions} className="print:hidden pointer-coarse:min-h-11">
                  {t("suggestions")}
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

/**
 * Cards of all quality checks: count, reason, trend, links to the lists of the records to fix, and to
 * confirmation rounds of those that are to be confirmed.
 */
export function CheckList({ checks, ...rest }: CheckListProps) {
  return (
    <ul className="grid gap-3 md:gap-4 lg:grid-cols-2">
      {checks.map((check) => (
        <li key={check.name} className={clsx("min-w-0", check.isForRounds && "lg:col-span-2")}>
          <CheckCard check={check} {...rest} />
        </li>
      ))}
    </ul>
  );
}
