import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { FieldErrors } from "@/lib/model/fields/field";
import { MAX_DAYS } from "@/lib/features/statistics/statistics-query";

/** The errors of a question that have texts of their own, by parameter and code. */
const EXPLAINED = ["step_max", "by_max", "to_date_order", "to_min", "on_exists", "from_required"] as const;

/** Says why a question cannot be answered, in the place of its answer. */
export function StatisticsProblems({ errors }: { errors: FieldErrors }) {
  const t = useTranslations("records.statistics");
  const texts = Object.entries(errors).map(([name, [code]]) => {
    const known = EXPLAINED.find((one) => one === `${name}_${code}`);
    return known ? t(`problems.${known}`, { max: MAX_DAYS }) : t("problems.other", { name });
  });
  return (
    <div className="p-4">
      <Alert tone="warning">
        <p className="font-semibold">{t("wrong")}</p>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Alert>
    </div>
  );
}
