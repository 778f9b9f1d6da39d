import { CalendarClock, CalendarX2, CircleHelp, type LucideIcon } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Locale } from "@/lib/i18n";
import { DEADLINE_STATES, type DeadlineState } from "@/lib/records/deadline-states";
import { localizedName } from "@/lib/records/reference-lists";

const LOOKS: Partial<Record<DeadlineState, { tone: "danger" | "warning" | "neutral"; icon: LucideIcon }>> = {
  over: { tone: "danger", icon: CalendarX2 },
  soon: { tone: "warning", icon: CalendarClock },
  unread: { tone: "neutral", icon: CircleHelp },
};

/** What a state is called. */
export const stateName = (state: DeadlineState, locale: Locale) =>
  localizedName(DEADLINE_STATES.find((entry) => entry.state === state) ?? {}, "name", locale);

/** A state of deadlines as a word with its sign and colour. */
export function DeadlineBadge({ state, text }: { state: DeadlineState; text: string }) {
  const look = LOOKS[state];
  const Icon = look?.icon;
  return (
    <Badge tone={look?.tone ?? "neutral"} className="shrink-0">
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {text}
    </Badge>
  );
}
