import { useTranslations } from "next-intl";
import { SectionCard } from "@/components/layout/sections/section-card";
import type { KindName } from "@/lib/records/kinds/registry";
import { confirmableKinds, newRoundHref } from "@/lib/records/rounds/round";

/** Links to a new round of each kind whose records can be confirmed. */
export function RoundKindChoice() {
  const t = useTranslations("rounds");
  const records = useTranslations("records");
  return (
    <section aria-labelledby="kind-choice">
      <h1 id="kind-choice" className="text-lg font-semibold">
        {t("choose_kind")}
      </h1>
      <p className="mt-1 max-w-prose text-ink-muted">{t("choose_kind_hint")}</p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {confirmableKinds().map((definition) => (
          <li key={definition.name} className="min-w-0">
            <SectionCard
              section={definition.name as KindName}
              href={newRoundHref(definition, "")}
              label={records(`${definition.name}.many`)}
              hint={t("choose_all")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
