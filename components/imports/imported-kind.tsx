import { useTranslations } from "next-intl";
import { sections } from "@/components/layout/sections/sections";
import { colourOf } from "@/components/layout/sections/section";
import { MoreLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { IMPORT_PATH } from "@/lib/features/imports/import-href";
import type { KindName } from "@/lib/model/kinds/registry";

/** Header that says what is imported, in the kind's colour, and a link to choose another kind. */
export function ImportedKind({ kind }: { kind: KindName }) {
  const t = useTranslations("imports");
  const records = useTranslations("records");
  const frame = useTranslations("frame.palette");
  const section = sections[kind];
  return (
    <div
      {...colourOf(section)}
      className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-md border-l-4 border-section bg-[color-mix(in_oklch,var(--section)_8%,var(--hueless))] px-3 py-2"
    >
      <h2 className="flex items-center gap-2.5 text-xl font-semibold">
        <Icon name={section.icon} className="size-6 text-section" />
        {frame("import", { records: records(`${kind}.many`) })}
      </h2>
      <MoreLink href={IMPORT_PATH}>{t("other_kind")}</MoreLink>
    </div>
  );
}
