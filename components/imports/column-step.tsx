"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { MultiSelect } from "@/components/ui/choices/multi-select";
import { Select } from "@/components/ui/choices/select";
import type { ImportState } from "@/lib/features/imports/import-answers";
import type { Decision, ImportField } from "./import-state";
import { Step } from "./step";
import { ownValue } from "@/lib/model/pure/own-value";

/** How the columns are used. */
type ColumnDecision = Pick<Decision, "mapping" | "match">;

type ColumnStepProps = {
  importState: ImportState;
  fields: readonly ImportField[];
  busy: boolean;
  /** Called when the user changes the settings, so that the preview is outdated. */
  onChanged: () => void;
  onDecided: (decision: ColumnDecision) => void;
};

/**
 * Returns the stored settings of an import. By default, rows are matched by the key field if a
 * column is mapped to it.
 */
function decisionOf({ state, columns, match }: ImportState, [key]: readonly ImportField[]): ColumnDecision {
  const mapping = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
  const hasKey = key && columns.some(({ field }) => field === key.name);
  return { mapping, match: state === "uploaded" && hasKey ? [key.name] : match };
}

/** Step 2: the user maps columns to fields, and chooses the fields by which rows are matched to records. */
export function ColumnStep({ importState, fields, busy, onChanged, onDecided }: ColumnStepProps) {
  const t = useTranslations("imports");
  const id = useId();
  const { columns } = importState;
  const [decision, setDecision] = useState(() => decisionOf(importState, fields));
  const { mapping } = decision;
  const change = (changed: Partial<ColumnDecision>) => {
    setDecision({ ...decision, ...changed });
    onChanged();
  };
  const used = new Set(Object.values(mapping));
  const chosen = fields.filter(({ name }) => used.has(name));
  const headersOf = new Map<string, string[]>();
  for (const { header } of columns) {
    const field = ownValue(mapping, header);
    if (field) headersOf.set(field, [...(headersOf.get(field) ?? []), header]);
  }
  /** Returns the headers of several columns that fill a field together, at the last one of them. */
  const joinedHeadersAt = (header: string, field: string | null | undefined) => {
    const headers = (field && headersOf.get(field)) || [];
    return headers.length > 1 && headers.at(-1) === header ? headers : null;
  };
  const matchable = chosen.filter(({ canMatch }) => canMatch);
  const match = decision.match.filter((each) => matchable.some(({ name }) => name === each));
  const labelOf = (name: string | null | undefined) => chosen.find((field) => field.name === name)?.label ?? "";
  const positionOf = (name: string) => fields.findIndex((field) => field.name === name);
  /**
   * The key field (position 0) identifies a record by itself, so it cannot be combined with others.
   */
  const matchBy = (positions: number[]) => {
    const isKey = positions.includes(0) && !match.includes(fields[0]?.name ?? "");
    const matchPositions = isKey
      ? [0]
      : positions.length > 1
        ? positions.filter((position) => position !== 0)
        : positions;
    change({ match: matchPositions.flatMap((position) => fields[position]?.name ?? []) });
  };
  return (
    <Step number={2} title={t("columns")}>
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="w-1/5 py-1.5 pr-3 max-sm:w-auto">
              {t("column")}
            </th>
            <th scope="col" className="py-1.5 pr-3 max-sm:hidden">
              {t("samples")}
            </th>
            <th scope="col" className="w-2/5 py-1.5 max-sm:w-3/5">
              {t("becomes")}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, samples }, index) => {
            const field = ownValue(mapping, header);
            const joinedHeaders = joinedHeadersAt(header, field);
            return (
              <tr key={header} className="border-b border-line align-top">
                <th scope="row" id={`${id}-${index}`} className="py-2 pr-3 font-semibold [overflow-wrap:anywhere]">
                  {header}
                </th>
                <td className="py-2 pr-3 [overflow-wrap:anywhere] text-ink-muted max-sm:hidden">
                  {samples.join(" · ")}
                </td>
                <td className="py-1">
                  <Select
                    aria-labelledby={`${id}-${index}`}
                    emptyLabel={t("leave_out")}
                    options={fields
                      .filter(({ name, canJoinColumns }) => canJoinColumns || name === field || !used.has(name))
                      .map(({ name, label }) => ({ value: name, label }))}
                    value={field ?? ""}
                    onChange={(event) => change({ mapping: { ...mapping, [header]: event.target.value || null } })}
                  />
                  <p role="status" className="[overflow-wrap:anywhere] text-ink-muted not-empty:pt-1">
                    {joinedHeaders && t("joined", { field: labelOf(field), columns: joinedHeaders.join(", ") })}
                  </p>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="flex flex-wrap items-end gap-4">
        <LabelledField label={t("match")} className="min-w-56 max-sm:w-full">
          {(control) => (
            <MultiSelect
              {...control}
              placeholder={t("match_none")}
              options={matchable.map(({ name, label }) => ({ value: positionOf(name), label }))}
              value={match.map(positionOf)}
              onChange={matchBy}
            />
          )}
        </LabelledField>
        <Button variant="primary" busy={busy} onClick={() => onDecided({ mapping, match })}>
          {t("preview_now")}
        </Button>
      </div>
    </Step>
  );
}
