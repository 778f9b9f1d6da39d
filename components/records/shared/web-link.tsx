"use client";

import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

/** Leads to a web address that somebody has typed, in a tab of its own. */
export function WebLink({ href }: { href: string }) {
  const t = useTranslations("records");
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 self-start text-sm"
    >
      {t("open_website")}
      <Icon name="icon-external-link" className="size-3.5" />
    </a>
  );
}
