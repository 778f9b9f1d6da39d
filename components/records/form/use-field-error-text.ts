import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";

/**
 * Returns functions that translate the validation code of a field: `besideField` for the message at
 * the field, `inSummary` for the list above the form, which names the field.
 */
export function useFieldErrorText(definition: AnyDefinition) {
  const tr = useTranslations("records");
  const validationText = useValidationText();

  function limitOf(name: string, errorCode: string) {
    const field = definition.fields[name];
    const isNameLimit = errorCode === "max" && field?.maxNames !== undefined;
    return { code: isNameLimit ? "max_names" : errorCode, max: isNameLimit ? field.maxNames : field?.max };
  }

  function besideField(name: string, errorCode: string): string {
    const { code, max } = limitOf(name, errorCode);
    return validationText(code, { max });
  }

  function inSummary(name: string, errorCode: string): string {
    const { code, max } = limitOf(name, errorCode);
    const ownKey = dynamicKey<"records">(`wrong.${code}`);
    const label = tr(fieldKey(definition.name, name));
    return tr(tr.has(ownKey) ? ownKey : "wrong.other", {
      field: name,
      label,
      max: max ?? "",
      text: validationText(code, { max }),
    });
  }

  return { besideField, inSummary };
}
