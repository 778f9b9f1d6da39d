import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

/** Links to a record in a new tab, so that the import stays open. */
export function RecordLink({ href, label }: { href: string; label: string }) {
  const t = useTranslations("records.similar");
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={t("open", { label })}
      className="rounded-sm text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
    >
      {label}
      <Icon name="icon-external-link" className="ml-1 inline-block size-3.5 align-[-0.125em]" />
    </a>
  );
}
