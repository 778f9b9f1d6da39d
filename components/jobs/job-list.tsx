"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { JobOverview, JobRun, jobRetried } from "@/lib/features/jobs/job-answers";
import type { JobState } from "@/lib/features/jobs/job-overview";
import { displayMoment } from "@/lib/model/fields/moments";

const TONES = {
  waiting: "accent",
  retrying: "warning",
  running: "accent",
  done: "success",
  failed: "danger",
} as const satisfies Record<JobState, string>;

const timeOf = (moment: string) => displayMoment(new Date(moment));

/** Lists the background jobs with their runs; failed runs can be retried (contract §11). */
export function JobList({ jobs }: { jobs: readonly JobOverview[] }) {
  const t = useTranslations("jobs");
  return (
    <>
      <p className="mb-5 max-w-prose text-ink-muted">{t("intro")}</p>
      <div className="flex flex-col gap-5">
        {jobs.map((job) => (
          <Card key={job.name}>
            <JobPanel job={job} />
          </Card>
        ))}
      </div>
    </>
  );
}

function JobPanel({ job }: { job: JobOverview }) {
  const t = useTranslations("jobs");
  const { name, waiting, failed, last_done_at: last, runs } = job;
  const title = t(`names.${name}`);
  return (
    <section aria-labelledby={name}>
      <header className="px-4 py-4 md:px-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={name} className="text-lg font-semibold">
            {title}
          </h2>
          {failed > 0 && <Badge tone="danger">{t("failed", { count: failed })}</Badge>}
          {waiting > 0 && <Badge tone="accent">{t("waiting", { count: waiting })}</Badge>}
          {failed === 0 && waiting === 0 && last && <Badge tone="success">{t("well")}</Badge>}
        </div>
        <p className="mt-1 max-w-prose text-ink-muted">{t(`abouts.${name}`)}</p>
        <p className="tabular mt-1 text-sm text-ink-muted">
          {last ? t("last_done", { time: timeOf(last) }) : t("never_done")}
        </p>
      </header>
      {runs.length > 0 && (
        <ul aria-label={t("runs_of", { name: title })} className="divide-y divide-line border-t border-line">
          {runs.map((run) => (
            <Run key={run.id} run={run} title={title} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Run({ run, title }: { run: JobRun; title: string }) {
  const t = useTranslations("jobs");
  const { state, account, ordered_at, ended_at, next_at, tries, result, error } = run;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <div className="shrink-0 md:w-36">
        <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
      </div>
      <div className="min-w-0 flex-1 basis-48">
        <p className="tabular flex flex-wrap gap-x-3">
          <span>{timeOf(ended_at ?? ordered_at)}</span>
          {account && <span className="font-semibold [overflow-wrap:anywhere]">{account.name}</span>}
          {result && result !== "done" && <span className="text-ink-muted">{t(`results.${result}`)}</span>}
        </p>
        {error && <p className="text-sm [overflow-wrap:anywhere]">{error}</p>}
        {(tries > 1 || next_at) && (
          <p className="tabular flex flex-wrap gap-x-3 text-sm text-ink-muted">
            {tries > 0 && <span>{t("tried", { count: tries })}</span>}
            {next_at && <span>{t("next", { time: timeOf(next_at) })}</span>}
          </p>
        )}
      </div>
      {state === "failed" && <Retry run={run} title={title} />}
    </li>
  );
}

function Retry({ run: { id, ended_at, ordered_at, account }, title }: { run: JobRun; title: string }) {
  const t = useTranslations("jobs");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();

  async function retry() {
    try {
      const { message } = await request<typeof jobRetried>("POST", `/api/jobs/${id}/retry`);
      notify.success(notice(message));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
    }
    // The focused retry button disappears with its run, so the page's content takes the focus.
    document.getElementById("content")?.focus();
    void refresh();
  }

  const name = account ? `${title}, ${account.name}` : title;
  return (
    <Button
      size="sm"
      icon={<Icon name="icon-rotate-ccw" className="size-4" />}
      onClick={() => void retry()}
      aria-label={t("retry_named", { name, time: timeOf(ended_at ?? ordered_at) })}
    >
      {t("retry")}
    </Button>
  );
}
