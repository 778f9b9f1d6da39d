import { useTranslations } from "next-intl";
import { sections } from "@/components/layout/sections/sections";
import { colourOf } from "@/components/layout/sections/section";
import { MoreLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import type { KindName } from "@/lib/records/kinds/registry";

/** Header with the name of the kind to import, and a link to choose another kind. */
export function ImportedKind({ kind }: { kind: KindName }) {
  const t = useTranslations("imports");
  const records = useTranslations("records");
  const section = sections[kind];
  return (
    <div {...colourOf(section)} className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name={section.icon} className="size-5 text-section" />
        {records(`${kind}.many`)}
      </h2>
      <MoreLink href="/pages/import">{t("other_kind")}</MoreLink>
    </div>
  );
}
