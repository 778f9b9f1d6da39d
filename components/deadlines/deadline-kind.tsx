import clsx from "clsx";
import { Icon, type IconName } from "@/components/ui/icon";
import type { DeadlineKind } from "@/lib/features/deadlines/deadlines-query";

const LOOKS: Record<DeadlineKind, { icon: IconName; tone: string }> = {
  last_notice: { icon: "icon-alarm-clock", tone: "text-warning" },
  end: { icon: "icon-flag", tone: "text-accent" },
  renewal: { icon: "icon-refresh-cw", tone: "text-success" },
};

type DeadlineKindProps = {
  what: DeadlineKind;
  text: string;
  /** A warning beside the kind, for a project whose contract has ended. */
  warning?: string;
  className?: string;
};

/** Label of a deadline: icon, text and colour of its kind. */
export function DeadlineKindLabel({ what, text, warning, className }: DeadlineKindProps) {
  const { icon, tone } = LOOKS[what];
  return (
    <span className={clsx("flex flex-wrap items-baseline gap-x-2", className)}>
      <span className={clsx("inline-flex items-baseline gap-1.5", tone)}>
        <Icon name={icon} className="size-3.5 self-center" />
        {text}
      </span>
      {warning !== undefined && (
        <span className="inline-flex items-baseline gap-1.5 text-danger">
          <Icon name="icon-triangle-alert" className="size-3.5 self-center" />
          {warning}
        </span>
      )}
    </span>
  );
}
