import { useLocale, useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { SectionCard } from "@/components/ui/section-card";
import { displayDate } from "@/lib/model/fields/day";
import { PROPOSALS_PATH } from "@/lib/features/rounds/proposal";
import { inLanguage, roundHref, ROUNDS_PATH } from "@/lib/features/rounds/round";
import type { RunningRound } from "@/lib/features/rounds/round-progress";
import { AnsweredBar } from "./answered-bar";

type RoundsCardProps = {
  /** The running rounds that are due first, and the number of all. */
  rounds: readonly RunningRound[];
  total: number;
  /** Number of open proposals of all sources. */
  proposals: number;
};

/** Dashboard card: how far running rounds have come, and how many proposals wait for a decision. */
export function RoundsCard({ rounds, total, proposals }: RoundsCardProps) {
  const t = useTranslations("rounds");
  const locale = useLocale();
  return (
    <SectionCard
      id="rounds"
      title={t("title")}
      end={proposals > 0 && <MoreLink href={PROPOSALS_PATH}>{t("proposals", { count: proposals })}</MoreLink>}
    >
      {rounds.length === 0 && <p className="mt-1 text-ink-muted">{t("none_running")}</p>}
      <ul className="mt-2 grid gap-x-8 gap-y-3 empty:hidden lg:grid-cols-3">
        {rounds.map(({ runde_id, faellig_am, records, answered, ...round }) => (
          <li key={runde_id} className="min-w-0">
            <a
              href={roundHref(runde_id)}
              className="font-medium [overflow-wrap:anywhere] underline-offset-2 hover:underline"
            >
              {inLanguage(round, "titel", locale)}
            </a>
            <p className="tabular text-sm text-ink-muted">{t("due", { day: displayDate(faellig_am) })}</p>
            <AnsweredBar answered={answered} records={records} />
          </li>
        ))}
      </ul>
      <MoreLink href={ROUNDS_PATH}>{total > rounds.length ? t("all_running", { count: total }) : t("all")}</MoreLink>
    </SectionCard>
  );
}
