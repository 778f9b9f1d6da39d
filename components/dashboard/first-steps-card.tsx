import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SectionCard } from "@/components/ui/section-card";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { IMPORT_PATH } from "@/lib/features/imports/import-href";
import type { FirstStep } from "@/lib/features/operations/first-steps";
import { definitionOf } from "@/lib/model/kinds/registry";

const HREFS: Record<FirstStep["name"], string> = {
  reference: "/pages/reference",
  import: IMPORT_PATH,
  project: `${definitionOf("project").pages.detail}/new`,
  accounts: ACCOUNTS_PATH,
};

/** Dashboard card of a new installation: what to do first, and what of it is done. */
export function FirstStepsCard({ steps }: { steps: readonly FirstStep[] }) {
  const t = useTranslations("dashboard.first_steps");
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <SectionCard
      id="first-steps"
      title={t("title")}
      end={<p className="tabular text-sm text-ink-muted">{t("progress", { done: doneCount, total: steps.length })}</p>}
    >
      <ol className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2 2xl:grid-cols-4">
        {steps.map(({ name, isDone }) => (
          <li key={name} className="flex min-w-0 gap-2.5">
            <Icon
              name={isDone ? "icon-circle-check" : "icon-circle"}
              label={isDone ? t("done") : t("open")}
              className={isDone ? "mt-0.5 size-5 text-success" : "mt-0.5 size-5 text-ink-muted"}
            />
            <div className="min-w-0">
              <a
                href={HREFS[name]}
                className="font-semibold text-accent underline-offset-2 hover:underline pointer-coarse:py-1.5"
              >
                {t(`steps.${name}.title`)}
              </a>
              <p className="text-sm text-ink-muted">{t(`steps.${name}.why`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
