import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import { DUPLICATES_PATH } from "@/lib/features/duplicates/duplicates-query";
import { QUALITY_PATH } from "@/lib/features/quality/quality-checks";

const TABS = [
  { name: "checks", path: QUALITY_PATH },
  { name: "duplicates", path: DUPLICATES_PATH },
] as const;

/** Links between the two pages of data quality, in the form of tabs. */
export async function QualityTabs({ active }: { active: (typeof TABS)[number]["name"] }) {
  const t = await getTranslations("quality.tabs");
  return (
    <nav aria-label={t("label")} className="mb-4 flex gap-1 border-b border-line print:hidden">
      {TABS.map(({ name, path }) => (
        <a
          key={name}
          href={path}
          aria-current={name === active ? "page" : undefined}
          className={clsx(
            "-mb-px inline-flex min-h-10 items-center border-b-2 px-3 font-semibold pointer-coarse:min-h-11",
            name === active
              ? "border-accent text-ink"
              : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink",
          )}
        >
          {t(name)}
        </a>
      ))}
    </nav>
  );
}
