"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { UsageCount } from "./entry";

/**
 * Returns a function that formats a number of records or links: "1 Hochschulmitglied", "12
 * Hochschulmitglieder", "3 Verknüpfungen".
 */
export function useRecordCountText(): (use: UsageCount) => string {
  const tr = useTranslations("records");
  const t = useTranslations("reference");
  return useCallback(
    ({ kind, isLinks, count }) =>
      isLinks ? t("link_count", { count }) : `${count} ${tr(`${kind}.${count === 1 ? "one" : "many"}`)}`,
    [t, tr],
  );
}
