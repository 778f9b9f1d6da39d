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

  function limitOf(name: string, given: string) {
    const field = definition.fields[name];
    const isOfNames = given === "max" && field?.most !== undefined;
    return { code: isOfNames ? "max_names" : given, max: isOfNames ? field.most : field?.max };
  }

  function besideField(name: string, given: string): string {
    const { code, max } = limitOf(name, given);
    return validationText(code, { max });
  }

  function inSummary(name: string, given: string): string {
    const { code, max } = limitOf(name, given);
    const own = dynamicKey<"records">(`wrong.${code}`);
    const label = tr(fieldKey(definition.name, name));
    return tr(tr.has(own) ? own : "wrong.other", {
      field: name,
      label,
      max: max ?? "",
      text: validationText(code, { max }),
    });
  }

  return { besideField, inSummary };
}
