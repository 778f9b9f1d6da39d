"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { ChangedValue } from "@/components/ui/changed-value";
import { SelectBox } from "@/components/ui/choices/select-box";
import type { PlaceSuggestion } from "@/lib/features/places/place-suggestion";

type PlaceRowProps = {
  suggestion: PlaceSuggestion;
  /** The value of a country that is not given. */
  noCountry: string;
  isSelected: boolean;
  /** Undefined if the user may not accept suggestions. */
  onToggle?: () => void;
};

/** The suggestions for one institution: what they were read from, and each value beside the old one. */
export function PlaceRow({ suggestion, noCountry, isSelected, onToggle }: PlaceRowProps) {
  const { id, href, name, sources, values } = suggestion;
  const t = useTranslations("places");
  const tr = useTranslations("records");
  const nameId = `place-${id}`;
  return (
    <li aria-labelledby={nameId} className="flex items-start gap-x-3 px-4 py-3 md:px-6">
      {onToggle && (
        <SelectBox label={tr("bulk.select_row", { label: name })} isSelected={isSelected} onToggle={onToggle} />
      )}
      <div className="grid min-w-0 flex-1 gap-x-8 gap-y-2 lg:grid-cols-2">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <a id={nameId} href={href} className="font-semibold underline-offset-2 hover:underline">
            {name}
          </a>
          <p className="text-sm text-ink-muted">{sources.join(" · ")}</p>
        </div>
        <dl className="grid min-w-0 gap-x-6 gap-y-2 sm:grid-cols-2">
          {values.map(({ field, value, reason }) => (
            <div key={field} className={clsx("min-w-0 [overflow-wrap:anywhere]", field === "ort" && "sm:col-start-2")}>
              <dt className="text-sm text-ink-muted">
                {tr(`institution.fields.${field}`)}, {t(`reasons.${reason}`)}
              </dt>
              <dd>
                <ChangedValue old={field === "land" ? noCountry : ""} now={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
