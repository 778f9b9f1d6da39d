import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { Prose } from "@/components/layout/prose";
import type { LegalPage } from "@/lib/model/legal-pages";
import { legalText } from "@/lib/base/config/legal-text";

/** Creates the metadata function of a legal page, which sets the tab's title. */
export const legalTitle = (name: LegalPage) => async (): Promise<Metadata> => {
  const t = await getTranslations("frame.legal");
  return { title: t(name) };
};

/** Creates the component of a legal page, which is shown in the reader's language (contract §9). */
export const legalPage = (name: LegalPage) =>
  async function ShownLegalPage() {
    const [t, locale] = await Promise.all([getTranslations("frame.legal"), getLocale()]);
    const { title, html } = await legalText(name, locale);
    return (
      <article>
        <AuthTitle>{title ?? t(name)}</AuthTitle>
        <Prose html={html} />
      </article>
    );
  };
