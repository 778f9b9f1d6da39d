import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { notify } from "@/components/toasts/notify";
import { useToastText } from "@/components/toasts/use-message-text";
import { ApiError, request } from "@/lib/api-client";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { filterPair, type FieldFilter, type FilterChoices } from "@/lib/records/lists/filters";

/**
 * Loads the entries that a list's filters offer, and the names of those that they contain.
 * @param isWanted false while the filters are not shown
 * @returns the entries by field; null while loading
 */
export function useFilterChoices(
  definition: AnyDefinition,
  where: readonly FieldFilter[],
  isWanted: boolean,
): FilterChoices | null {
  const locale = useLocale();
  const noticeText = useToastText();
  const [told, setTold] = useState<{ asked: string; choices: FilterChoices } | null>(null);
  // The server always returns all reference entries, but only those linked records that the URL
  // names.
  const named = new URLSearchParams(where.filter(({ operator }) => operator === "any").map(filterPair));
  const path = `/api/${definition.apiPath}/filter_choices?${named}`;
  const asked = `${locale} ${path}`;
  const isMissing = isWanted && told?.asked !== asked;

  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError) notify.danger(noticeText(error.code));
    // If the request fails, the filters still apply and must be removable, even without names.
    setTold((last) => ({ asked, choices: last?.choices ?? {} }));
  });
  useEffect(() => {
    if (!isMissing) return;
    const controller = new AbortController();
    request<FilterChoices>("GET", path, { signal: controller.signal })
      .then((choices) => setTold({ asked, choices }))
      .catch((error: unknown) => !controller.signal.aborted && fail(error));
    return () => controller.abort();
  }, [isMissing, path, asked]);

  return told?.asked === asked ? told.choices : null;
}
