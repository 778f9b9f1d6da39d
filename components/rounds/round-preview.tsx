"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { LabelledField } from "@/components/ui/labelled-field";
import { Select } from "@/components/ui/choices/select";
import { Skeleton } from "@/components/ui/skeleton";
import { ifApiError } from "@/lib/base/browser/api-client";
import type { Recipient, RecipientPreview } from "@/lib/features/rounds/round-answers";
import { readPreview } from "./round-calls";

type RoundPreviewProps = {
  runde_id: number;
  /** The first recipients, among whom the user can choose. */
  recipients: readonly Pick<Recipient, "email" | "name">[];
};

/** Mail and page side by side, as a recipient will see them. */
export function RoundPreview({ runde_id, recipients }: RoundPreviewProps) {
  const t = useTranslations("rounds.preview");
  const failureText = useFailureText();
  const [email, setEmail] = useState(recipients[0]?.email ?? null);
  const [shown, setShown] = useState<{ preview?: RecipientPreview; problem?: string } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    readPreview(runde_id, email, controller.signal).then(
      (preview) => setShown({ preview }),
      ifApiError((error) => setShown({ problem: error.status === 404 ? t("no_recipients") : failureText(error) })),
    );
    return () => controller.abort();
  }, [runde_id, email, failureText, t]);

  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="preview" className="text-lg font-semibold">
          {t("title")}
        </h2>
        {recipients.length > 1 && (
          <LabelledField label={t("as")} className="w-full max-w-sm">
            {(control) => (
              <Select
                {...control}
                value={email ?? ""}
                onChange={({ target }) => setEmail(target.value)}
                options={recipients.map((one) => ({
                  value: one.email,
                  label: one.name ? `${one.name} (${one.email})` : one.email,
                }))}
              />
            )}
          </LabelledField>
        )}
      </div>
      {shown?.problem && <Alert tone="danger">{shown.problem}</Alert>}
      {!shown && <Skeleton className="h-96 w-full" />}
      {shown?.preview && (
        <div className="grid gap-4 lg:grid-cols-2">
          <Document
            heading={t("mail")}
            about={t("subject", { subject: shown.preview.subject })}
            html={shown.preview.html}
          />
          <Document heading={t("page")} about={t("page_about")} html={shown.preview.page} />
        </div>
      )}
    </section>
  );
}

type DocumentProps = { heading: string; about: string; html: string };

/** An HTML document in a frame, in which it can run no script and send no form. */
function Document({ heading, about, html }: DocumentProps) {
  return (
    <figure className="m-0 flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="border-b border-line px-4 py-2">
        <span className="block font-semibold">{heading}</span>
        <span className="block text-sm [overflow-wrap:anywhere] text-ink-muted">{about}</span>
      </figcaption>
      <iframe sandbox="" srcDoc={html} title={heading} className="h-[36rem] w-full bg-white" />
    </figure>
  );
}
