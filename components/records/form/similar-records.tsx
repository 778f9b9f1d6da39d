"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { useSimilar, type SimilarHit } from "./use-similar";

type SimilarRecordsProps = {
  definition: AnyDefinition;
  /** Values typed in the form of the new record. */
  values: AnyRow;
  /** True while the record is being created: it would be found itself. */
  isPaused: boolean;
  onTake: (hit: SimilarHit) => void;
};

/**
 * Lists possible duplicates of a new record, to open in a new tab or to use instead (contract §12).
 */
export function SimilarRecords({ definition, values, isPaused, onTake }: SimilarRecordsProps) {
  const t = useTranslations("records.similar");
  const hits = useSimilar(definition, values, isPaused);
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-full">
      {hits.length > 0 && (
        <section aria-label={t("title")} className="rounded-md border border-warning bg-warning-soft px-3 py-2.5">
          <p className="font-semibold">{t("title")}</p>
          <ul className="mt-1 grid gap-2">
            {hits.map((hit) => (
              <li key={hit.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                  <a
                    href={`${definition.pages.detail}/${hit.id}`}
                    target="_blank"
                    rel="noopener"
                    className="font-medium"
                    aria-label={t("open", { label: hit.label })}
                  >
                    {hit.label}
                  </a>
                  <span className="block text-sm text-ink-muted">
                    {[
                      hit.detail,
                      hit.reasons.map((reason) => t(`reasons.${reason}`)).join(", "),
                      hit.differences.map((difference) => t(`differences.${difference}`)).join(", "),
                      hit.projects === null ? "" : t("projects", { count: hit.projects }),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <Button size="sm" aria-label={t("take_named", { label: hit.label })} onClick={() => onTake(hit)}>
                  {t("take")}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
