import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, ignoreFailure, request } from "@/lib/base/browser/api-client";
import type { FilterChoices, filterChoices } from "@/lib/model/answers/search-answers";

/**
 * Loads the entries that a list's filters offer, and the names of those that they contain.
 * @param path path of the entries (`filterChoicesPath`)
 * @param isWanted false while the filters are not used
 * @returns the entries by field; null while loading
 */
export function useFilterChoices(path: string, isWanted: boolean): FilterChoices | null {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<{ key: string; choices: FilterChoices } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = `${locale} ${path}`;
  const isMissing = isWanted && loaded?.key !== key;

  useEffect(() => {
    if (!isMissing) return;
    const controller = new AbortController();
    const retry = () => setAttempt((last) => last + 1);
    request<typeof filterChoices>("GET", path, { signal: controller.signal })
      .then((choices) => setLoaded({ key, choices }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof ApiError) {
          // Without a connection, pointing at the filters is no reason for a message. They are
          // loaded when the connection is back.
          if (error.code === "error_api") return window.addEventListener("online", retry, { once: true });
          notify.danger(notice(error.code));
        }
        // If the request fails, the filters still apply and must be removable, even without names.
        setLoaded((last) => ({ key, choices: last?.choices ?? {} }));
        ignoreFailure(error);
      });
    return () => {
      controller.abort();
      window.removeEventListener("online", retry);
    };
  }, [isMissing, path, key, attempt]);

  return loaded?.key === key ? loaded.choices : null;
}
