import { useTranslations } from "next-intl";
import { useCallback } from "react";

type Values = Record<string, string | number>;

/** Translates a message key of the server (`data_saved`, `too_many_requests`, …); an unknown key reads as an unexpected error. */
export function useNoticeText(): (key: string, values?: Values) => string {
  const t = useTranslations("notices");
  return useCallback((key, values) => (t.has(key) ? t(key, values) : t("unknown_error")), [t]);
}

/** What is known of a refusal; an `ApiError` is one. */
export type Failure = { code: string; retryAfterSeconds?: number };

/** Translates a refusal; one that came of too many attempts says when to try again, as far as the server did. */
export function useFailureText(): (failure: Failure) => string {
  const noticeText = useNoticeText();
  return useCallback(
    ({ code, retryAfterSeconds }) => {
      if (code !== "too_many_requests" || retryAfterSeconds === undefined) return noticeText(code);
      return noticeText("too_many_requests_wait", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
    },
    [noticeText],
  );
}

/** Translates an error code of a field (`required`, `max`, …), with the limits that its text may name. */
export function useValidationText(): (code: string, limits?: { min?: number; max?: number }) => string {
  const t = useTranslations("validation");
  return useCallback(
    (code, limits) => (t.has(code) ? t(code, { min: limits?.min ?? "", max: limits?.max ?? "" }) : t("type")),
    [t],
  );
}
