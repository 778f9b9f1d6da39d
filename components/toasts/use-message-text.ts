import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { dynamicKey, type KeyOrCode } from "@/lib/model/messages/i18n";
import { importKey } from "@/lib/model/messages/import-key";

type Values = Record<string, string | number>;

/**
 * Returns a function that translates the server's message keys (`data_saved`, `too_many_requests`,
 * …). For unknown keys, it returns the text for an unexpected error.
 */
export function useToastText(): <Code extends string>(code: KeyOrCode<"notices", Code>, values?: Values) => string {
  const t = useTranslations("notices");
  return useCallback(
    (code: string, values?: Values) => {
      const key = dynamicKey<"notices">(code);
      return t.has(key) ? t(key, values) : t("unknown_error");
    },
    [t],
  );
}

/** The properties needed to translate a refusal by the server; an `ApiError` has this type. */
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
 * field's limits and what was typed.
 */
export function useValidationText(): <Code extends string>(
  code: KeyOrCode<"validation", Code>,
  values?: { min?: number; max?: number; text?: string },
) => string {
  const t = useTranslations("validation");
  return useCallback(
    (code: string, { min = "", max = "", text = "" }: { min?: number | ""; max?: number | ""; text?: string } = {}) => {
      const key = importKey(code, text);
      return t.has(key) ? t(key, { min, max, text }) : t("type");
    },
    [t],
  );
}
