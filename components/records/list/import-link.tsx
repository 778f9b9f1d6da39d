import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { importHref } from "@/lib/features/imports/import-href";

/** Link of an empty list page to the import of its records. */
export function ImportLink({ kind }: { kind: string }) {
  const t = useTranslations("records");
  return (
    <ButtonLink size="sm" href={importHref(kind)} icon={<Icon name="icon-upload" className="size-4" />}>
      {t("import")}
    </ButtonLink>
  );
}
