import { useTranslations } from "next-intl";
import { KindCards } from "@/components/layout/sections/kind-cards";
import { importHref } from "@/lib/features/imports/import-href";
import { allDefinitions } from "@/lib/model/kinds/registry";

/** Links to the import of each kind (contract §7). */
export function KindChoice() {
  const t = useTranslations("imports");
  return (
    <section aria-labelledby="kind-choice">
      <h2 id="kind-choice" className="text-lg font-semibold">
        {t("choose_kind")}
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">{t("choose_kind_hint")}</p>
      <KindCards
        kinds={allDefinitions}
        hrefOf={({ apiPath }) => importHref(apiPath)}
        hint={t("choose_file")}
        className="xl:grid-cols-3"
      />
    </section>
  );
}
