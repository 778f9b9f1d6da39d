"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { Spinner } from "@/components/ui/spinner";
import { useFailureText, useNoticeText } from "@/components/ui/use-message-text";
import { ApiError, isAbort, request } from "@/lib/api-client";
import { NOTICE_AUTH_FAILURE_MS } from "@/lib/limits";
import { OutcomePanel } from "./outcome-panel";
import { ResetPasswordForm } from "./reset-password-form";

type Found = { success: true; token: string; email: string };
type Lookup = { found?: Found; failure?: ApiError };

/** Looks the mailed link up, and only then shows the form; it is hidden again after a successful reset (spec §4). */
export function ResetPasswordPanel({ token }: { token: string }) {
  const t = useTranslations("auth");
  const errors = useTranslations("errors");
  const noticeText = useNoticeText();
  const failureText = useFailureText();
  const [lookup, setLookup] = useState<Lookup>({});
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<"done" | "token_invalid" | null>(null);

  const fail = useEffectEvent((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setLookup({ failure: error });
    notify.danger(failureText(error), NOTICE_AUTH_FAILURE_MS);
  });
  useEffect(() => {
    const controller = new AbortController();
    request<Found>("GET", `/api/password/find/${encodeURIComponent(token)}`, { signal: controller.signal }).then(
      (found) => setLookup({ found }),
      (error: unknown) => isAbort(error) || fail(error),
    );
    return () => controller.abort();
  }, [token, attempt]);

  function lookAgain() {
    setLookup({});
    setAttempt(attempt + 1);
  }

  const { found, failure } = lookup;
  if (outcome === "done") return <OutcomePanel tone="success" text={t("reset_done")} />;
  if (outcome === "token_invalid" || failure?.code === "token_invalid") {
    return <OutcomePanel tone="danger" text={noticeText("token_invalid")} />;
  }
  if (failure) {
    // The link may be good: nobody could look.
    return (
      <div className="mt-6 flex flex-col items-start gap-5">
        <Alert tone="danger">{failureText(failure)}</Alert>
        <Button onClick={lookAgain}>{errors("retry")}</Button>
      </div>
    );
  }
  if (!found) {
    return (
      <p role="status" className="mt-6 flex items-center gap-2.5 text-ink-muted">
        <Spinner />
        {t("checking_link")}
      </p>
    );
  }
  return (
    <ResetPasswordForm
      token={found.token}
      email={found.email}
      onDone={() => setOutcome("done")}
      onTokenInvalid={() => setOutcome("token_invalid")}
    />
  );
}
