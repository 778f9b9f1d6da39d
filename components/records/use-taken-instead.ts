"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { keepTyped, takeTyped } from "@/components/merges/typed-values";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { isSilent } from "@/lib/records/better-value";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";

/** What the form of a record offers to this hook. */
type Form = {
  loaded: AnyRow;
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
  const [filled, setFilled] = useState<readonly string[] | null>(null);

  function takeInstead(hit: { id: number }) {
    keepTyped({ kind: definition.name, id: hit.id, values: form.typed() });
    // In the place of the new record, which is not to be: nothing is lost, so nothing is asked.
    void replace(`${definition.pages.detail}/${hit.id}`);
  }

  const fillIn = useEffectEvent(() => {
    const typed = id === null ? null : takeTyped(definition.name, id);
    if (!typed) return;
    const shown = definition.form.flatMap((group) => group.fields);
    const names = shown.filter((name) => isSilent(form.loaded[name]) && !isSilent(typed[name]));
    form.fill(Object.fromEntries(names.map((name) => [name, typed[name]])));
    setFilled(names);
  });
  useEffect(() => fillIn(), []);

  const fields = filled?.map((name) => tr(`${definition.name}.fields.${name}`)).join(", ");
  const filledText = filled && (fields ? tr("similar.filled", { fields }) : tr("similar.nothing_filled"));
  return { takeInstead, filledText };
}
