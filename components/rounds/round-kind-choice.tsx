import { useTranslations } from "next-intl";
import { KindCards } from "@/components/layout/sections/kind-cards";
import { confirmableKinds, newRoundHref } from "@/lib/features/rounds/round";

/** Links to a new round of each kind whose records can be confirmed. */
export function RoundKindChoice() {
  const t = useTranslations("rounds");
  return (
    <section aria-labelledby="kind-choice">
      <h1 id="kind-choice" className="text-lg font-semibold">
        {t("choose_kind")}
      </h1>
      <p className="mt-1 max-w-prose text-ink-muted">{t("choose_kind_hint")}</p>
      <KindCards
        kinds={confirmableKinds()}
        hrefOf={(definition) => newRoundHref(definition, "")}
        hint={t("choose_all")}
        className="xl:grid-cols-4"
      />
    </section>
  );
}
