"use client";

import { useTranslations } from "next-intl";
import { recordPagePath } from "@/components/history/change-story";
import { useFieldLabel, useKindLabel } from "@/components/history/use-change-words";
import type { NamedRecord } from "@/lib/features/history/history-answers";
import type { Mention } from "@/lib/features/personal-data/personal-data-answers";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { linkFilterName } from "@/lib/model/lists/filter-names";

/**
 * A record that refers to the person: by a link, or by mentions in `fields` or, in its history, in
 * `past_fields`.
 */
type ReferringRecord = NamedRecord & Partial<Mention>;

/** List of records with their kinds and, for mentions, the fields that contain them. */
export function NamedRecords({ records }: { records: readonly ReferringRecord[] }) {
  const t = useTranslations("personal_data");
  const tr = useTranslations("records");
  const kindLabel = useKindLabel();
  const fieldLabel = useFieldLabel();
  /** Returns the label of a field of the record or, for `<link list>.<field>`, of its links. */
  function labelOf(kind: string, name: string): string {
    const [list, field] = name.split(".");
    const tab = definitionOfPath(kind)?.tabs.find((each) => each.list === list);
    return tab && field !== undefined ? linkFilterName(tab, field, tr) : fieldLabel(kind, name);
  }
  const names = ({ kind }: ReferringRecord, fields: readonly string[] = []) =>
    fields.map((name) => labelOf(kind, name)).join(", ");
  return (
    <ul className="flex flex-col gap-2">
      {records.map((record) => {
        const { kind, id, label, fields, past_fields: past = [] } = record;
        // A deleted record has no page to link to.
        const href = fields?.length === 0 ? null : recordPagePath(record);
        const pastOnly = past.filter((name) => !fields?.includes(name));
        return (
          <li key={`${kind} ${id}`} className="[overflow-wrap:anywhere]">
            {href ? (
              <a href={href} className="font-medium text-accent underline underline-offset-3">
                {label}
              </a>
            ) : (
              <span className="font-medium">{label}</span>
            )}{" "}
            <span className="text-sm text-ink-muted">
              {kindLabel(kind)}
              {fields && fields.length > 0 && ` · ${names(record, fields)}`}
              {pastOnly.length > 0 && ` · ${t("in_history", { fields: names(record, pastOnly) })}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
