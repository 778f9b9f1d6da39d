import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors");
  return { title: t("not_found_title") };
}

/**
 * Page of every URL to which no page belongs (rewrites in next.config.mjs): shows ../../not-found.tsx
 * inside the app's layout.
 */
export default function UnknownPage(): never {
  notFound();
}
