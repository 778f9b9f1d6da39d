import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageContext } from "@/lib/sessions/page-context";
import { ApiViewer } from "./api-viewer";

const DOCUMENT_URL = "/api/openapi.json";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.api_docs") };
}

/** The API's documentation, for developers of client programs. */
export default async function ApiDocsPage() {
  const [t] = await Promise.all([getTranslations("api_docs"), pageContext()]);
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        <p>{t("purpose")}</p>
        <p>{t("reading_only")}</p>
        <p>
          <a href={DOCUMENT_URL} className="font-medium text-accent underline underline-offset-3">
            {t("open_document")}
          </a>
        </p>
      </div>
      <ApiViewer url={DOCUMENT_URL} />
    </>
  );
}
