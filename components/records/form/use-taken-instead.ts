"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { forgetTyped, keepTyped, typedFor } from "./typed-values";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { isSilent } from "@/lib/records/values/better-value";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";

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
  const [first] = useState(form.loaded);
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

  const isText = (name: string) => {
    const { storage } = definition.fields[name] ?? {};
    return storage?.in === "column" && storage.type === "text";
  };
  // What stands there already stays, and what was typed beside it is shown, so that nobody has to type it again.
  const left = shown.filter(
    (name) => typed && isText(name) && !isSilent(typed[name]) && !filled.includes(name) && typed[name] !== first[name],
  );
  const leftText = left
    .map((name) => `${tr(`${definition.name}.fields.${name}`)}: ${String(typed?.[name])}`)
    .join("\n");
  const fields = filled.map((name) => tr(`${definition.name}.fields.${name}`)).join(", ");
  const isSaid = typed && (form.isDirty || filled.length === 0);
  const said = fields
    ? tr("similar.filled", { fields })
    : tr(left.length > 0 ? "similar.left_only" : "similar.nothing_filled");
  const filledText = isSaid ? [said, ...(leftText ? [tr("similar.left"), leftText] : [])].join("\n") : null;
  return { takeInstead, filledText };
}
