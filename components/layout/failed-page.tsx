"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type FailedPageProps = { digest: string | undefined; retry: () => void };

/** What a page shows that could not be made. The digest leads an administrator to the line in the log. */
export function FailedPage({ digest, retry }: FailedPageProps) {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <Alert tone="danger">
        <h1 className="font-semibold">{t("failed_title")}</h1>
        <p className="mt-1">{t("failed_text")}</p>
        {digest && <p className="tabular mt-1 text-sm text-ink-muted">{t("reference", { digest })}</p>}
      </Alert>
      <Button variant="primary" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  );
}
