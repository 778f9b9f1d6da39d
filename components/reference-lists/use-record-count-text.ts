"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { UsageCount } from "./entry";

/**
 * Returns a function that formats a number of records, links or files: "1 Hochschulmitglied", "12
 * Hochschulmitglieder", "3 Verknüpfungen", "1 Datei".
 */
export function useRecordCountText(): (use: UsageCount) => string {
  const tr = useTranslations("records");
  const t = useTranslations("reference");
  return useCallback(
    (use) => {
      const { count } = use;
      if (use.unit === "links") return t("link_count", { count });
      return use.unit === "files"
        ? t("file_count", { count })
        : `${count} ${tr(`${use.kind}.${count === 1 ? "one" : "many"}`)}`;
    },
    [t, tr],
  );
}
