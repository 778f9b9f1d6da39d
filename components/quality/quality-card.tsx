import { useFormatter, useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { SectionCard } from "@/components/ui/section-card";
import { displayMoment } from "@/lib/model/fields/moments";
import { QUALITY_PATH, qualityHref, highestCounts, type CheckedQuality } from "@/lib/features/quality/quality-checks";
import { TrendLine } from "./trend-line";

/** Maximum number of checks shown on the dashboard. */
const SHOWN = 3;

/**
 * Returns the URL of a check's list page or, for a check with several lists, of its section on the
 * quality page.
 */
const hrefOf = ({ name, lists }: CheckedQuality) =>
  lists.length === 1 && lists[0] ? qualityHref(lists[0]) : `${QUALITY_PATH}#${name}`;

type QualityCardProps = {
  /** The last results; null if the checks have never run. */
  quality: { counted_at: Date; checks: readonly CheckedQuality[] } | null;
};

/** Dashboard card with the quality checks that find the most problems. */
export function QualityCard({ quality }: QualityCardProps) {
  const t = useTranslations("quality");
  const format = useFormatter();
  const worst = quality ? highestCounts(quality.checks, SHOWN) : [];
  return (
    <SectionCard
      id="quality"
      title={t("card")}
      end={
        quality && (
          <p className="tabular text-sm text-ink-muted">{t("counted", { time: displayMoment(quality.counted_at) })}</p>
        )
      }
    >
      {!quality && <p className="mt-2 text-ink-muted">{t("not_counted")}</p>}
      {quality && worst.length === 0 && (
        <p className="mt-2 flex items-center gap-1.5 font-medium text-success">
          <Icon name="icon-circle-check" className="size-4.5" />
          {t("nothing_at_all")}
        </p>
      )}
      <ul className="mt-2 grid gap-x-8 gap-y-3 empty:hidden lg:grid-cols-3">
        {worst.map((check) => (
          <li key={check.name} className="min-w-0">
            <p className="flex items-baseline gap-2.5">
              <span className="tabular text-2xl font-light">{format.number(check.count)}</span>
              <a href={hrefOf(check)} className="min-w-0 underline-offset-2 hover:underline">
                {t(`checks.${check.name}.title`)}
              </a>
            </p>
            <TrendLine days={check.days} />
          </li>
        ))}
      </ul>
      <MoreLink href={QUALITY_PATH}>{t("all")}</MoreLink>
    </SectionCard>
  );
}
