import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { FileList } from "@/components/files/list/file-list";
import { filesHref, parseFilesQuery } from "@/lib/features/files/files-query";
import { listFiles } from "@/lib/features/files/server/find-files";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { pageContext } from "@/lib/sessions/page-context";
import { findOptions } from "@/lib/store/records/find-records";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("files");
  return { title: t("title") };
}

/** The list of the files of all records (contract §18). */
export default async function FilesPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  const { query, errors } = parseFilesQuery(await readSearchParams(searchParams));
  const [{ rows, total }, { dateiarten = [] }] = await Promise.all([
    listFiles(context, query),
    findOptions(context, ["dateiarten"]),
  ]);
  // The requested page is past the end, for instance because files were deleted: redirects to the last page.
  if (rows.length === 0 && total > 0) {
    redirect(filesHref({ ...query, pageNo: Math.ceil(total / query.pageSize) - 1 }));
  }
  return (
    <FileList
      query={query}
      rows={rows}
      total={total}
      dateiarten={dateiarten}
      visibilities={visibilitiesOf(context.actor)}
      ignored={Object.keys(errors ?? {})}
    />
  );
}
