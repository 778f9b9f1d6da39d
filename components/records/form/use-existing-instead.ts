"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { clearTypedValues, storeTypedValues, typedValuesFor } from "./typed-values";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { isBlank } from "@/lib/model/values/better-value";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";

/** The part of a record's form that this hook uses. */
type Form = {
  loaded: AnyRow;
  isDirty: boolean;
  typed: () => AnyRow;
  fill: (values: AnyRow) => void;
};

/**
 * Switches to an existing record instead of creating a duplicate: typed values prefill its empty
 * fields, for the user to check and save (contract §12).
 * @returns `switchToExisting`, which switches to a record, and the message that the existing record's
 * form shows
 */
export function useExistingInstead(definition: AnyDefinition, id: number | null, form: Form) {
  const tr = useTranslations("records");
  const { replace } = usePendingNavigation();
  /** Values typed in the new record's form, read once when this form mounts. */
  const [typed] = useState(() => typedValuesFor(definition.name, id));
  const [initialValues] = useState(form.loaded);
  const shown = definition.form.flatMap((group) => group.fields);
  const [filled] = useState(() =>
    typed ? shown.filter((name) => isBlank(form.loaded[name]) && !isBlank(typed[name])) : [],
  );

  function switchToExisting(hit: { id: number }) {
    storeTypedValues({ kind: definition.name, id: hit.id, values: form.typed() });
    // `replace` does not ask about unsaved input, which is not lost: `storeTypedValues` passes it
    // on.
    void replace(`${definition.pages.detail}/${hit.id}`);
  }

  const fillForm = useEffectEvent(() => {
    if (!typed) return;
    form.fill(Object.fromEntries(filled.map((name) => [name, typed[name]])));
    clearTypedValues();
  });
  useEffect(() => fillForm(), []);

  const isText = (name: string) => {
    const { storage } = definition.fields[name] ?? {};
    return storage?.in === "column" && storage.type === "text";
  };
  // Existing values are not overwritten. The message lists typed texts that differ, to be copied.
  const unusedNames = shown.filter(
    (name) =>
      typed && isText(name) && !isBlank(typed[name]) && !filled.includes(name) && typed[name] !== initialValues[name],
  );
  const unusedText = unusedNames
    .map((name) => `${tr(fieldKey(definition.name, name))}: ${String(typed?.[name])}`)
    .join("\n");
  const fields = filled.map((name) => tr(fieldKey(definition.name, name))).join(", ");
  const isMessageShown = typed && (form.isDirty || filled.length === 0);
  const summary = fields
    ? tr("similar.filled", { fields })
    : tr(unusedNames.length > 0 ? "similar.left_only" : "similar.nothing_filled");
  const filledText = isMessageShown
    ? [summary, ...(unusedText ? [tr("similar.left"), unusedText] : [])].join("\n")
    : null;
  return { switchToExisting, filledText };
}
