"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { qualityCounted } from "@/lib/features/quality/quality-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";

/** Button that reruns the quality checks, for users who have just fixed some records. */
export function CountAgain() {
  const t = useTranslations("quality");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const [isCounting, setCounting] = useState(false);

  async function count() {
    setCounting(true);
    try {
      const { message } = await request<typeof qualityCounted>("POST", "/api/quality");
      await refresh();
      notify.success(notice(message));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
    } finally {
      setCounting(false);
    }
  }

  return (
    <Button busy={isCounting} icon={<Icon name="icon-rotate-ccw" className="size-4" />} onClick={() => void count()}>
      {t("count_again")}
    </Button>
  );
}
