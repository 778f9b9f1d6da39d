import clsx from "clsx";
import { AlarmClock, Flag, RefreshCw, TriangleAlert, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
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
  const t = useTranslations("calendar");
  const { icon: Icon, text } = LOOKS[what];
  return (
    <span className={clsx("flex flex-wrap items-center gap-x-2 text-xs leading-4 font-semibold", className)}>
      <span className={clsx("inline-flex items-center gap-1", text)}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {t(`${short ? "short" : "what"}.${what}`)}
      </span>
      {state === "over" && (
        <span className="inline-flex items-center gap-1 text-danger">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {t("over")}
        </span>
      )}
    </span>
  );
}
