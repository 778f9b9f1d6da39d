import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { stateName } from "@/components/deadlines/deadline-badge";
import { Icon, type IconName } from "@/components/ui/icon";
import type { DeadlineState } from "@/lib/records/deadlines/deadline-states";
import type { DeadlineKind } from "@/lib/records/deadlines/deadlines-query";

const LOOKS: Record<DeadlineKind, { icon: IconName; text: string }> = {
  last_notice: { icon: "icon-alarm-clock", text: "text-warning" },
  end: { icon: "icon-flag", text: "text-accent" },
  renewal: { icon: "icon-refresh-cw", text: "text-success" },
};

type DeadlineKindProps = {
  what: DeadlineKind;
  state: DeadlineState;
  /** True to display the short text. */
  short?: boolean;
  className?: string;
};

/**
 * Label of a deadline: icon, text and colour of its kind, and a warning if the project's deadline
 * state is `over`.
 */
export function DeadlineKindLabel({ what, state, short = false, className }: DeadlineKindProps) {
  const [brief, whole] = [useTranslations("calendar.short"), useTranslations("deadlines.what")];
  const locale = useLocale();
  const { icon, text } = LOOKS[what];
  return (
    <span className={clsx("flex flex-wrap items-center gap-x-2 text-xs leading-4 font-semibold", className)}>
      <span className={clsx("inline-flex items-center gap-1", text)}>
        <Icon name={icon} className="size-3.5" />
        {short ? brief(what) : whole(what)}
      </span>
      {state === "over" && (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="icon-triangle-alert" className="size-3.5" />
          {stateName(state, locale)}
        </span>
      )}
    </span>
  );
}
