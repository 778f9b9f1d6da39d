"use client";

import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

/** Opens a user-entered web address in a new tab. */
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
