import { useFormatter, useTranslations } from "next-intl";
import { linePath, linePoints } from "@/components/layout/line-points";
import { displayDate } from "@/lib/model/fields/day";
import type { QualityDay } from "@/lib/features/quality/quality-answers";

/** Size of the drawing, in SVG units, with the margin for the stroke width and the end point. */
const FRAME = { width: 120, height: 32, edge: 3 };
/** The fewest days that make a trend. */
const MIN_DAYS = 3;

/** Sparkline of a check's count, with its first and last value as text, also for screen readers. */
export function TrendLine({ days }: { days: readonly QualityDay[] }) {
  const t = useTranslations("quality");
  const format = useFormatter();
  const points = linePoints(days, FRAME);
  const [first, last, end] = [days[0], days.at(-1), points.at(-1)];
  if (!first || !last || !end || days.length < MIN_DAYS) return null;
  const day = displayDate(first.day);
  const [from, to] = [format.number(first.count), format.number(last.count)];
  const text = from === to ? t("trend_same", { day, to }) : t("trend", { day, from, to });
  return (
    <p className="flex items-center gap-2.5 text-sm text-ink-muted">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        fill="none"
        className="h-8 w-30 shrink-0 text-accent forced-colors:text-[CanvasText]"
      >
        <path d={`M0 ${FRAME.height - 0.5}H${FRAME.width}`} stroke="var(--line)" />
        <path
          d={linePath(points)}
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx={end.x} cy={end.y} r="2.75" fill="currentColor" />
      </svg>
      <span className="tabular min-w-0">{text}</span>
    </p>
  );
}
