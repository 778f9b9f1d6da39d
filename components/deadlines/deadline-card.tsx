import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { deadlineSentences, distanceText, type DeadlineFacts } from "@/lib/features/deadlines/deadline-words";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { Locale } from "@/lib/model/messages/i18n";
import { DeadlineBadge, stateName } from "./deadline-badge";
import { FinishButtons } from "./finish-buttons";

type DeadlineCardProps = {
  id: number;
  label: string;
  locale: Locale;
  deadlines: DeadlineFacts & { text: string };
  /**
   * Options of the status field that mark a project as finished; empty if the user may not set
   * them.
   */
  finished: readonly Option[];
};

/**
 * Shows a project's deadlines; for an ended project, offers to set a finished status (contract
 * §11).
 */
export function DeadlineCard({ id, label, locale, deadlines, finished }: DeadlineCardProps) {
  const t = useTranslations("deadlines");
  const { state, text, days_left } = deadlines;
  const sentences = deadlineSentences(deadlines, t);
  if (sentences.length === 0 && state !== "unread") return null;
  return (
    <Card className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:px-6 print:hidden">
      <h2 className="sr-only">{t("title")}</h2>
      {state !== "any_time" && <DeadlineBadge state={state} text={stateName(state, locale)} />}
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        {sentences.map((sentence, index) => (
          <span key={sentence} className={index === 0 ? "mr-2 font-semibold" : "mr-2 text-ink-muted"}>
            {sentence}{" "}
          </span>
        ))}
        {days_left !== null && <span className="mr-2 text-ink-muted">{distanceText(days_left, t)}</span>}
        {state === "unread" && <span className="text-ink-muted">{t("unread", { text })}</span>}
      </p>
      {state === "over" && finished.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <FinishButtons id={id} label={label} statuses={finished} />
        </div>
      )}
    </Card>
  );
}
