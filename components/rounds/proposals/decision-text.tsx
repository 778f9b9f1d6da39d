import { useTranslations } from "next-intl";
import { displayMoment } from "@/lib/model/fields/moments";
import type { ProposalDecision } from "@/lib/features/rounds/proposal-queue";

/** Shows when and by whom a proposal was decided. */
export function DecisionText({ decision }: { decision: ProposalDecision }) {
  const t = useTranslations("proposals");
  if (!decision) return null;
  const time = displayMoment(new Date(decision.at));
  return (
    <p className="tabular text-sm text-ink-muted">
      {decision.name ? t("decided_by", { name: decision.name, time }) : t("decided", { time })}
    </p>
  );
}
