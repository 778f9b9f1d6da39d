"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { ROUND_MAX_DRAFTS, ROUND_MAX_RECORDS, roundHref, type RoundValues } from "@/lib/features/rounds/round";
import { requestNewRound } from "./round-calls";
import { RoundForm } from "./round-form";
import type { RoundKind, RoundScope } from "./round-kind";
import { ScopeNote } from "./scope-note";
import { useRoundCall } from "./use-round-call";

type NewRoundProps = { kind: RoundKind; scope: RoundScope; initial: RoundValues };

/** Form for a new round, prefilled with defaults. Saving it opens the round's preview. */
export function NewRound({ kind, scope, initial }: NewRoundProps) {
  const t = useTranslations("rounds");
  const { replace } = usePendingNavigation();
  const { run, isBusy, problem, errors } = useRoundCall();
  const [values, setValues] = useState(initial);
  const [isSaved, setSaved] = useState(false);
  useUnsavedGuard(values !== initial && !isSaved);
  const isPossible = scope.total > 0 && scope.total <= ROUND_MAX_RECORDS;

  async function save() {
    const created = await run(() => requestNewRound(values));
    if (!created) return;
    setSaved(true);
    // Replaces the form in the browser's history, so that Back does not save a second round.
    replace(roundHref(created.result));
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Card className="flex flex-col gap-6 p-4 md:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
          <ScopeNote scope={scope} />
          <p className="max-w-prose text-ink-muted">{t("new_intro")}</p>
        </div>
        {scope.total === 0 && <Alert tone="warning">{t("no_records")}</Alert>}
        {scope.total > ROUND_MAX_RECORDS && <Alert tone="warning">{t("too_many", { max: ROUND_MAX_RECORDS })}</Alert>}
        <RoundForm
          kind={kind}
          values={values}
          errors={errors}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        {problem && (
          <Alert tone="danger">{errors.rounds ? t("too_many_drafts", { max: ROUND_MAX_DRAFTS }) : problem}</Alert>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy || isSaved}
            disabled={!isPossible}
            icon={<Icon name="icon-eye" className="size-4" />}
          >
            {t("to_preview")}
          </Button>
          <p className="text-sm text-ink-muted">{t("nothing_sent_yet")}</p>
        </div>
      </Card>
    </form>
  );
}
