"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { TextInput } from "@/components/ui/text-input";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { NameChoice } from "./name-choice";
import { decidedNames, nameKey, suggestedNames, type NameChoices } from "./name-choices";
import type { ImportState, UnknownName } from "@/lib/features/imports/import-answers";
import type { ImportField } from "./import-state";
import { Step } from "./step";
import { ownValue } from "@/lib/model/pure/own-value";

type NamesStepProps = {
  names: readonly UnknownName[];
  importState: ImportState;
  fields: readonly ImportField[];
  busy: boolean;
  onDecided: (decided: Pick<ImportState, "names" | "create_with">) => void;
};

/**
 * Step 3: the user decides once for each unknown name that rows refer to: which entry
 * or record it means, whether to create one, or to leave it out.
 */
export function NamesStep({ names, importState, fields, busy, onDecided }: NamesStepProps) {
  const t = useTranslations("imports.names");
  const tr = useTranslations("records");
  const [choices, setChoices] = useState<NameChoices>(() => suggestedNames(names, importState.names));
  const [createWith, setCreateWith] = useState(importState.create_with);
  const headers = [...new Set(names.map(({ header }) => header))];
  const fieldOf = (header: string) => {
    const name = importState.columns.find((column) => column.header === header)?.field;
    return fields.find((field) => field.name === name);
  };
  const choose = (chosenNames: readonly UnknownName[], choice: NameChoices[string]) => {
    setChoices({ ...choices, ...Object.fromEntries(chosenNames.map((name) => [nameKey(name), choice])) });
  };
  const createdFields = names
    .filter((name) => choices[nameKey(name)]?.decided === "create")
    .flatMap(({ header }) => fieldOf(header) ?? []);
  // The needed fields, with the kind that has them.
  const needed = new Map(
    createdFields.flatMap(({ neededToCreate = [], linked }) =>
      linked ? neededToCreate.map((name) => [name, linked] as const) : [],
    ),
  );
  const isComplete = [...needed.keys()].every((name) => createWith[name]?.trim());
  return (
    <Step number={3} title={t("title")}>
      <p className="font-semibold">{t("count", { count: names.length })}</p>
      <p className="max-w-prose text-sm text-ink-muted">{t("hint")}</p>
      {headers.map((header) => {
        const columnNames = names.filter((name) => name.header === header);
        const field = fieldOf(header);
        return (
          <section key={header} aria-label={header} className="rounded-md border border-line">
            <div className="flex flex-wrap items-center justify-between gap-2 rounded-t-md bg-sunken px-3 py-1.5">
              <h3 className="font-semibold">{t("of_column", { header, count: columnNames.length })}</h3>
              {columnNames.length > 1 && (
                <div className="flex gap-1">
                  {field?.neededToCreate && (
                    <Button variant="ghost" size="sm" onClick={() => choose(columnNames, { decided: "create" })}>
                      {t("create_all")}
                    </Button>
                  )}
                  <Button variant="ghost" size="sm" onClick={() => choose(columnNames, { decided: "leave" })}>
                    {t("leave_all")}
                  </Button>
                </div>
              )}
            </div>
            <ul className="divide-y divide-line">
              {columnNames.map((name) => (
                <li key={name.text}>
                  <NameChoice
                    name={name}
                    field={field}
                    choice={choices[nameKey(name)]}
                    onChange={(choice) => choose([name], choice)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <div className="flex flex-wrap items-end gap-4">
        {[...needed].map(([name, kind]) => (
          <CreateWith
            key={name}
            label={tr(fieldKey(kind, name))}
            value={ownValue(createWith, name) ?? ""}
            onChange={(value) => setCreateWith({ ...createWith, [name]: value })}
          />
        ))}
        <Button
          variant="primary"
          busy={busy}
          disabled={!isComplete}
          onClick={() =>
            onDecided({ names: decidedNames(names, choices), create_with: needed.size > 0 ? createWith : {} })
          }
        >
          {t("apply")}
        </Button>
      </div>
    </Step>
  );
}

/** A value that all records get that are created for names, such as the sector of institutions. */
function CreateWith({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTranslations("imports.names");
  return (
    <LabelledField label={t("create_with", { field: label })} required className="min-w-64 max-sm:w-full">
      {(control) => (
        <TextInput {...control} value={value} maxLength={100} onChange={(event) => onChange(event.target.value)} />
      )}
    </LabelledField>
  );
}
