import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";
import { ApiError, request } from "@/lib/api-client";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { filterPair, type FieldFilter, type FilterChoices } from "@/lib/records/lists/filters";

/**
 * What the filters of a list offer and name, asked of the server where the page does not bring it along.
 * @param isWanted whether there is somebody to look at it
 * @returns null while it is on its way
 */
export function useFilterChoices(
  definition: AnyDefinition,
  where: readonly FieldFilter[],
  isWanted: boolean,
): FilterChoices | null {
  const locale = useLocale();
  const noticeText = useNoticeText();
  const [told, setTold] = useState<{ asked: string; choices: FilterChoices } | null>(null);
  // Entries come in any case, whichever are chosen.
  const named = new URLSearchParams(where.filter(({ operator }) => operator === "any").map(filterPair));
  const path = `/api/${definition.apiPath}/filter_choices?${named}`;
  const asked = `${locale} ${path}`;
  const isMissing = isWanted && told?.asked !== asked;

  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError) notify.danger(noticeText(error.code));
    // The filters hold all the same, and can be taken away.
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
