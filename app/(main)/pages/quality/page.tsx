import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdoptContacts } from "@/components/quality/adopt-contacts";
import { CheckList } from "@/components/quality/check-list";
import { CountAgain } from "@/components/quality/count-again";
import { QualityTabs } from "@/components/quality/quality-tabs";
import { displayMoment } from "@/lib/model/fields/moments";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { env } from "@/lib/base/config/env";
import { findQuality } from "@/lib/features/quality/server/quality";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.quality") };
}

/** Shows problems in the data, why they matter, and where to fix them. */
export default async function QualityPage() {
  const context = await pageContext();
  const [{ counted_at, checks }, t] = await Promise.all([findQuality(context), getTranslations("quality")]);
  return (
    <>
      <QualityTabs active="checks" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-ink-muted">{t("intro")}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="tabular text-sm text-ink-muted">{t("counted", { time: displayMoment(counted_at) })}</p>
          {isAllowed(context.actor, "write", "quality") && <CountAgain />}
        </div>
      </div>
      <CheckList
        checks={checks}
        confirmMonths={env().CONFIRM_MONTHS}
        mayBeginRounds={isAllowed(context.actor, "write", "rounds")}
      />
      {isAllowed(context.actor, "write", "quality") && <AdoptContacts />}
    </>
  );
}
