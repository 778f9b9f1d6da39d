"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { forgetTyped, keepTyped, typedFor } from "@/components/merges/typed-values";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { isSilent } from "@/lib/records/better-value";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";

/** What the form of a record offers to this hook. */
type Form = {
  loaded: AnyRow;
  isDirty: boolean;
  typed: () => AnyRow;
  fill: (values: AnyRow) => void;
};

/**
 * A record that is there is taken instead of a new one: what was typed fills its empty fields, and somebody looks at it before
 * it is saved (contract §12).
 * @returns what takes a record instead, and what its form says then
 */
export function useTakenInstead(definition: AnyDefinition, id: number | null, form: Form) {
  const tr = useTranslations("records");
  const { replace } = usePendingNavigation();
  /** What was typed elsewhere for this record, as it was when its form began. */
  const [typed] = useState(() => typedFor(definition.name, id));
  const shown = definition.form.flatMap((group) => group.fields);
  const [filled] = useState(() =>
    typed ? shown.filter((name) => isSilent(form.loaded[name]) && !isSilent(typed[name])) : [],
  );

  function takeInstead(hit: { id: number }) {
    keepTyped({ kind: definition.name, id: hit.id, values: form.typed() });
    // In the place of the new record, which is not to be: nothing is lost, so nothing is asked.
    void replace(`${definition.pages.detail}/${hit.id}`);
  }

  const fillIn = useEffectEvent(() => {
    if (!typed) return;
    form.fill(Object.fromEntries(filled.map((name) => [name, typed[name]])));
    forgetTyped();
  });
  useEffect(() => fillIn(), []);

  const fields = filled.map((name) => tr(`${definition.name}.fields.${name}`)).join(", ");
  const isSaid = typed && (form.isDirty || filled.length === 0);
  const filledText = isSaid ? (fields ? tr("similar.filled", { fields }) : tr("similar.nothing_filled")) : null;
  return { takeInstead, filledText };
}
