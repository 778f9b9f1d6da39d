import { useTranslations } from "next-intl";
import type { RoundScope } from "./round-kind";

/** Says which records a round asks about: their number, and the list's filters in words. */
export function ScopeNote({ scope: { count, filters, href } }: { scope: RoundScope }) {
  const t = useTranslations("rounds");
  return (
    <div className="min-w-0">
      <h2 className="text-lg font-semibold">{count}</h2>
      <p className="[overflow-wrap:anywhere] text-ink-muted">
        {filters.length > 0 ? filters.join(" · ") : t("whole_list")}
      </p>
      {href && (
        <a href={href} className="text-sm font-medium text-accent underline-offset-2 hover:underline">
          {t("to_list")}
        </a>
      )}
    </div>
  );
}
