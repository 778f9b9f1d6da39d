"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Carriers } from "./entry";

/** How many records of a kind there are, in words: "1 Hochschulmitglied", "12 Hochschulmitglieder". */
export function useCarriersText(): (carriers: Carriers) => string {
  const tr = useTranslations("records");
  return useCallback(({ kind, count }) => `${count} ${tr(`${kind}.${count === 1 ? "one" : "many"}`)}`, [tr]);
}
