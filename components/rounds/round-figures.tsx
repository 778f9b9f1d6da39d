import { useFormatter, useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { displayDate } from "@/lib/model/fields/day";
import { displayMoment } from "@/lib/model/fields/moments";
import { queueHref } from "@/lib/features/rounds/proposal-queue";
import type { CountedRound } from "@/lib/features/rounds/round-answers";
import { CONFIRM_ANSWERS } from "@/lib/features/rounds/round";
import { answeredRecords, type FailedMail, type RoundProgress } from "@/lib/features/rounds/round-progress";
import { AnsweredBar } from "./answered-bar";

/** Number of mails that are sent again and named: their reason is usually the same. */
const RETRIED_SHOWN = 3;

type Figure = { label: string; value: number; isStrong?: boolean };

type RoundFiguresProps = { round: CountedRound; progress: RoundProgress };

/** The figures of a started round: its mails, its answers, and its open proposals. */
export function RoundFigures({ round, progress }: RoundFiguresProps) {
  const t = useTranslations("rounds");
  const { counts } = round;
  const { states, waiting, failures } = progress;
  const moments = [
    { key: "started", at: progress.started_at },
    { key: "reminded", at: progress.reminded_at },
    { key: "closed", at: progress.closed_at },
  ] as const;
  return (
    <>
      <p className="tabular text-ink-muted">
        {[
          t("due", { day: displayDate(round.faellig_am) }),
          ...moments.flatMap(({ key, at }) => (at ? [t(`moments.${key}`, { moment: displayMoment(at) })] : [])),
        ].join(" · ")}
      </p>
      <AnsweredBar answered={answeredRecords(counts)} records={counts.records} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Figures
          id="round-recipients"
          title={t("figures.recipients", { count: counts.recipients })}
          figures={[
            { label: t("states.answered"), value: states.answered, isStrong: true },
            { label: t("states.sent"), value: states.sent },
            { label: t("states.planned"), value: states.planned },
            { label: t("states.failed"), value: states.failed },
            { label: t("states.declined"), value: states.declined },
          ]}
        />
        <Figures
          id="round-records"
          title={t("figures.records", { count: counts.records })}
          figures={[
            ...CONFIRM_ANSWERS.map((answer) => ({
              label: t(`answers.${answer}`),
              value: counts[answer],
              isStrong: answer === "confirmed",
            })),
            { label: t("answers.open"), value: counts.open },
          ]}
        />
      </div>
      {waiting > 0 && round.status === "running" && <Alert>{t("waiting", { count: waiting })}</Alert>}
      <Failures
        title={t("failures", { count: states.failed })}
        mails={failures.filter(({ isRetried }) => !isRetried)}
      />
      <Failures
        title={t("retried", { count: progress.retried })}
        mails={failures.filter(({ isRetried }) => isRetried).slice(0, RETRIED_SHOWN)}
      />
      <div>
        <h2 className="font-semibold">{t("proposals", { count: progress.proposals })}</h2>
        {progress.proposals > 0 && (
          <MoreLink href={queueHref({ runde_id: round.runde_id })}>{t("to_proposals")}</MoreLink>
        )}
      </div>
    </>
  );
}

/** Mails that were not delivered, with the reasons that the mail server gave. */
function Failures({ title, mails }: { title: string; mails: readonly FailedMail[] }) {
  const t = useTranslations("rounds");
  if (mails.length === 0) return null;
  return (
    <Alert tone="warning">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1 flex max-h-64 flex-col gap-1 overflow-y-auto">
        {mails.map(({ email, name, failure }) => (
          <li key={email} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{name ? `${name} (${email})` : email}</span>
            {failure && <span className="block text-sm text-ink-muted">{t("reason", { reason: failure })}</span>}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type FiguresProps = { id: string; title: string; figures: readonly Figure[] };

function Figures({ id, title, figures }: FiguresProps) {
  const format = useFormatter();
  return (
    <Card className="p-4">
      <section aria-labelledby={id}>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
          {figures.map(({ label, value, isStrong }) => (
            <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className={`tabular text-2xl font-light ${isStrong ? "text-accent" : ""}`}>{format.number(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}
