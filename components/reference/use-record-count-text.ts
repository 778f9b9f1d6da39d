"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Carriers } from "./entry";

/**
 * Returns a function that formats a number of records: "1 Hochschulmitglied", "12
 * Hochschulmitglieder".
 */
export function useRecordCountText(): (carriers: Carriers) => string {
  const tr = useTranslations("records");
  return useCallback(({ kind, count }) => `${count} ${tr(`${kind}.${count === 1 ? "one" : "many"}`)}`, [tr]);
}
