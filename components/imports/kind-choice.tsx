import { useTranslations } from "next-intl";
import { SectionCard } from "@/components/layout/sections/section-card";
import { allDefinitions, type KindName } from "@/lib/records/kinds/registry";

/** Links to the import of each kind (contract §7). */
export function KindChoice() {
  const t = useTranslations("imports");
  const records = useTranslations("records");
  return (
    <section aria-labelledby="kind-choice">
      <h2 id="kind-choice" className="text-lg font-semibold">
        {t("choose_kind")}
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">{t("choose_kind_hint")}</p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-3">
        {allDefinitions.map(({ name, apiPath }) => (
          <li key={name} className="min-w-0">
            <SectionCard
              section={name as KindName}
              href={`/pages/import?kind=${apiPath}`}
              label={records(`${name}.many`)}
              hint={t("choose_file")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
