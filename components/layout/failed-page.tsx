"use client";

import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";

type FailedPageProps = { digest: string | undefined; retry: () => void };

/**
 * Error page; `digest` identifies the error in the log. The code is part of every page, twice where
 * the bundler cannot share it, so it uses only plain elements with classes.
 */
export function FailedPage({ digest, retry }: FailedPageProps) {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <div role="alert" className="rounded-md border border-danger/35 bg-danger-soft px-3 py-2">
        <h1 className="font-semibold">{t("failed_title")}</h1>
        <p className="mt-1">{t("failed_text")}</p>
        {digest && <p className="tabular mt-1 text-sm text-ink-muted">{t("reference", { digest })}</p>}
      </div>
      <button type="button" className={buttonClasses({ variant: "primary" })} onClick={retry}>
        {t("retry")}
      </button>
    </div>
  );
}
