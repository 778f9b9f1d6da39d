import clsx from "clsx";
import { AlarmClock, Flag, RefreshCw, TriangleAlert, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { stateName } from "@/components/deadlines/deadline-badge";
import type { DeadlineState } from "@/lib/records/deadline-states";
import type { DeadlineKind } from "@/lib/records/deadlines-query";

const LOOKS: Record<DeadlineKind, { icon: LucideIcon; text: string }> = {
  last_notice: { icon: AlarmClock, text: "text-warning" },
  end: { icon: Flag, text: "text-accent" },
  renewal: { icon: RefreshCw, text: "text-success" },
};

type DeadlineKindProps = {
  what: DeadlineKind;
  state: DeadlineState;
  /** Where there is little room. */
  short?: boolean;
  className?: string;
};

/** Why a day matters, by sign, word and colour, and whether the project is over. */
export function DeadlineKindLabel({ what, state, short = false, className }: DeadlineKindProps) {
  const [brief, whole] = [useTranslations("calendar.short"), useTranslations("deadlines.what")];
  const locale = useLocale();
  const { icon: Icon, text } = LOOKS[what];
  return (
    <span className={clsx("flex flex-wrap items-center gap-x-2 text-xs leading-4 font-semibold", className)}>
      <span className={clsx("inline-flex items-center gap-1", text)}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {short ? brief(what) : whole(what)}
      </span>
      {state === "over" && (
        <span className="inline-flex items-center gap-1 text-danger">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {stateName(state, locale)}
        </span>
      )}
    </span>
  );
}
