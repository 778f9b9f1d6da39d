"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Footer } from "./footer";
import { ShortcutButton } from "./shortcuts/shortcut-button";

/**
 * The footer as a client component: pages behind the login contain it only as HTML, not as data for
 * React as well. The pages for guests use the plain one, because this one would add a script.
 */
export function MainFooter(props: ComponentProps<typeof Footer>) {
  const t = useTranslations("frame.shortcuts");
  return (
    <Footer {...props}>
      <ShortcutButton text={t("title")} className="footer-link max-md:pointer-coarse:hidden" />
    </Footer>
  );
}
