import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { RoundStatus } from "@/lib/features/rounds/round";

const TONES = { draft: "neutral", running: "accent", closed: "success" } as const;

/** Whether a round is a draft, running or closed. */
export function RoundStatusBadge({ status }: { status: RoundStatus }) {
  const t = useTranslations("rounds");
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>;
}
