import { Badge } from "@/components/ui/badge";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Locale } from "@/lib/model/messages/i18n";
import { DEADLINE_STATES, type DeadlineState } from "@/lib/model/deadlines/deadline-states";
import { localizedName } from "@/lib/model/reference-lists/reference-lists";

const LOOKS: Partial<Record<DeadlineState, { tone: "danger" | "warning" | "neutral"; icon: IconName }>> = {
  over: { tone: "danger", icon: "icon-calendar-x-2" },
  soon: { tone: "warning", icon: "icon-calendar-clock" },
  unread: { tone: "neutral", icon: "icon-circle-help" },
};

/** Returns the display name of a deadline state. */
export const stateName = (state: DeadlineState, locale: Locale) =>
  localizedName(DEADLINE_STATES.find((entry) => entry.state === state) ?? {}, "name", locale);

/** Badge of a deadline state. */
export function DeadlineBadge({ state, text }: { state: DeadlineState; text: string }) {
  const look = LOOKS[state];
  return (
    <Badge tone={look?.tone ?? "neutral"} className="shrink-0">
      {look && <Icon name={look.icon} className="size-4" />}
      {text}
    </Badge>
  );
}
