import { useTranslations } from "next-intl";
import { useCallback } from "react";

type Values = Record<string, string | number>;

/**
 * Returns a function that translates the server's message keys (`data_saved`, `too_many_requests`,
 * …). For unknown keys, it returns the text for an unexpected error.
 */
export function useToastText(): (key: string, values?: Values) => string {
  const t = useTranslations("notices");
  return useCallback((key, values) => (t.has(key) ? t(key, values) : t("unknown_error")), [t]);
}

/** What is needed to translate a refusal by the server; an `ApiError` has this type. */
export type Failure = { code: string; retryAfterSeconds?: number };

/**
 * Returns a function that translates a refusal by the server. After too many requests, the text
 * contains the waiting time, if known.
 */
export function useFailureText(): (failure: Failure) => string {
  const noticeText = useToastText();
  return useCallback(
    ({ code, retryAfterSeconds }) => {
      if (code !== "too_many_requests" || retryAfterSeconds === undefined) return noticeText(code);
      return noticeText("too_many_requests_wait", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
    },
    [noticeText],
  );
}

/**
 * Returns a function that translates the error code of a field (`required`, `max`, …), with the
 * field's limits.
 */
export function useValidationText(): (code: string, limits?: { min?: number; max?: number }) => string {
  const t = useTranslations("validation");
  return useCallback(
    (code, limits) => (t.has(code) ? t(code, { min: limits?.min ?? "", max: limits?.max ?? "" }) : t("type")),
    [t],
  );
}
