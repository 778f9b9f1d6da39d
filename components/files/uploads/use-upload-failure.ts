import { useTranslations } from "next-intl";
import { useFailureText, useValidationText } from "@/components/toasts/use-message-text";
import { RECORD_MAX_FILES } from "@/lib/model/limits";
import type { UploadFailure } from "./upload-queue";

/**
 * Returns a function that says why a file was not stored.
 * @param maxMb the largest size of a file
 */
export function useUploadFailure(maxMb: number): (failure: UploadFailure) => string {
  const t = useTranslations("files.upload");
  const failureText = useFailureText();
  const validationText = useValidationText();
  return (failure) => {
    const [code] = failure.errors?.file ?? [];
    if (failure.code === "payload_too_large") return t("too_large", { mb: maxMb });
    if (code === undefined) return failureText(failure);
    if (code === "type") return t("type");
    return code === "max" ? t("max", { max: RECORD_MAX_FILES }) : validationText(code);
  };
}
