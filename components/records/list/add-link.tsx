"use client";

import { useTranslations } from "next-intl";
import { useShortcut } from "@/components/layout/shortcuts/single-keys";
import { ButtonLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";

type AddLinkProps = {
  href: string;
  /** Accessible name, which names the kind. */
  label: string;
};

/** Link of a list page to the form for a new record, with the shortcut N. */
export function AddLink({ href, label }: AddLinkProps) {
  const t = useTranslations("common");
  const { attributes, withKey } = useShortcut("n");
  return (
    <ButtonLink
      {...attributes}
      variant="primary"
      size="sm"
      href={href}
      aria-label={label}
      data-tooltip={withKey(t("add"))}
      data-side="bottom"
      icon={<Icon name="icon-plus" className="size-4" />}
      className="tooltip"
    >
      <span className="tool-label">{t("add")}</span>
    </ButtonLink>
  );
}
