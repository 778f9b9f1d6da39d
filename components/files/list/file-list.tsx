"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { kindSections } from "@/components/layout/sections/kinds";
import { colourOf } from "@/components/layout/sections/section";
import { ListFooter } from "@/components/records/list/list-footer";
import { BusyTable } from "@/components/tables/busy-table";
import { SortLink } from "@/components/tables/sort-link";
import { TableFrame } from "@/components/tables/table-frame";
import { TableRow } from "@/components/tables/table-row";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import { recordFilesHref } from "@/lib/features/files/file-address";
import type { FileRow, FoundFile, FoundPassage } from "@/lib/features/files/file-answers";
import { fileFiltersOf, filesHref, isFiltered, type FilesQuery } from "@/lib/features/files/files-query";
import { displayDate } from "@/lib/model/fields/day";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { LIST_PAGE_SIZES } from "@/lib/model/limits";
import { sortLinksOf } from "@/lib/model/lists/sort-links";
import { nameIn, type Option } from "@/lib/model/reference-lists/reference-lists";
import { FileName } from "../file-name";
import { LazyFilePreview } from "../preview/lazy-file-preview";
import { useFileSize } from "../use-file-size";
import { useFileTexts } from "../use-file-texts";
import { FileFilterBar } from "./file-filter-bar";

const FoundText = lazyComponent(async () => (await import("./found-text")).FoundText);

type FileListProps = {
  query: FilesQuery;
  rows: readonly FoundFile[];
  total: number;
  /** The kinds of files, also those that are no longer offered. */
  dateiarten: readonly Option[];
  /** The visibilities of the files that the user sees. */
  visibilities: readonly FileVisibility[];
  /** The names of the parameters in the URL that are invalid, and therefore ignored. */
  ignored: readonly string[];
};

/** The columns by which the list can be sorted have the name of their sort field. */
const COLUMNS = [
  { id: "name", share: 4.6 },
  { id: "record", share: 3.9 },
  { id: "dateiart", share: 2.3 },
  { id: "unterzeichnet_am", share: 1.9, minRem: 5.75 },
  { id: "gueltig_bis", share: 2, minRem: 6.5 },
  { id: "sichtbar", share: 1.8 },
  { id: "bytes", share: 1.4 },
  { id: "created_at", share: 2, minRem: 6.5 },
] as const;
type Column = (typeof COLUMNS)[number]["id"];

const isSorted = (column: Column): column is FilesQuery["sort"]["field"] =>
  column === "name" || column === "created_at" || column === "gueltig_bis" || column === "bytes";

/** The files of all records. Filters, sort order and page are part of the URL. */
export function FileList({ query, rows, total, dateiarten, visibilities, ignored }: FileListProps) {
  const t = useTranslations("files.all");
  const tc = useTranslations("common");
  const [previewed, setPreviewed] = useState<{ file: FileRow; passage?: FoundPassage } | null>(null);
  const dateiart = (id: number) => nameIn({ dateiarten })("dateiarten", id);
  const isNarrowed = isFiltered(fileFiltersOf(query));
  return (
    <Card className="folding-list">
      <FileFilterBar query={query} record={rows[0]?.label} dateiarten={dateiarten} visibilities={visibilities} />
      {ignored.length > 0 && (
        <Alert tone="warning" className="mx-3 mb-3 md:mx-4">
          {t("ignored", { names: ignored.join(", ") })}
        </Alert>
      )}
      <BusyTable>
        <TableFrame
          caption={t("caption")}
          headings={COLUMNS.map(({ id, ...column }) => {
            const label = t(`columns.${id}`);
            if (!isSorted(id)) return { id, label, ...column };
            const links = sortLinksOf([query.sort], id, false, ({ pageNo, sort: [sort] }) =>
              filesHref({ ...query, pageNo, sort: { field: id, order: sort?.order ?? "asc" } }),
            );
            return { id, label, ...column, sorted: links.sorted, control: <SortLink label={label} {...links} /> };
          })}
          emptyText={isNarrowed ? tc("no_relevant_data") : t("empty")}
          emptyHint={isNarrowed ? t("no_match_hint") : t("empty_hint")}
        >
          {rows.map((file) => (
            <TableRow
              key={file.datei_id}
              nameId={`file-${file.datei_id}`}
              texts={{
                note: file.bezeichnung && file.name,
                hint: file.fundstelle && (
                  <FoundText
                    placeholder={file.fundstelle.text}
                    passage={file.fundstelle}
                    filter={query.filter}
                    onPreview={(passage) => setPreviewed({ file, passage })}
                  />
                ),
              }}
              cells={COLUMNS.map(({ id }) => ({
                label: t(`columns.${id}`),
                content: (
                  <FileCell
                    column={id}
                    file={file}
                    dateiart={dateiart(file.dateiart)}
                    onPreview={() => setPreviewed({ file })}
                  />
                ),
              }))}
            />
          ))}
        </TableFrame>
      </BusyTable>
      <ListFooter
        query={query}
        shown={rows.length}
        total={total}
        firstHref={filesHref({ ...query, pageNo: 0 })}
        sizes={LIST_PAGE_SIZES.map((pageSize) => ({
          pageSize,
          // The first of the rows stays in view.
          href: filesHref({ ...query, pageSize, pageNo: Math.floor((query.pageNo * query.pageSize) / pageSize) }),
        }))}
      />
      {previewed && (
        <LazyFilePreview
          file={previewed.file}
          dateiart={dateiart(previewed.file.dateiart)}
          page={previewed.passage?.seite ?? undefined}
          quote={previewed.passage?.text.replace(/^…|…$/g, "")}
          onClose={() => setPreviewed(null)}
        />
      )}
    </Card>
  );
}

type FileCellProps = { column: Column; file: FileRow; dateiart: string; onPreview: () => void };

/** What a column shows of a file. */
function FileCell({ column, file, dateiart, onPreview }: FileCellProps) {
  const visibility = useTranslations("history.values.sichtbar");
  const sizeText = useFileSize();
  const { validity, uploaded } = useFileTexts();
  switch (column) {
    case "name":
      return <FileName file={file} onPreview={onPreview} />;
    case "record":
      return <RecordLink file={file} />;
    case "dateiart":
      return dateiart;
    case "unterzeichnet_am":
      return displayDate(file.unterzeichnet_am);
    case "gueltig_bis":
      return validity(file);
    case "sichtbar":
      return visibility(file.sichtbar);
    case "bytes":
      return <span className="tabular">{sizeText(file.bytes)}</span>;
    case "created_at":
      return uploaded(file);
  }
}

/** Link to the tab with the files of a file's record, with the icon of the record's kind. */
function RecordLink({ file }: { file: FileRow }) {
  const tr = useTranslations("records");
  const kind = definitionOfPath(file.kind)?.name;
  const section = kind && kindSections[kind];
  return (
    <span className="flex items-start gap-1.5">
      {section && (
        <span {...colourOf(section)} title={tr(`${kind}.one`)} className="mt-1 text-section">
          <Icon name={section.icon} label={tr(`${kind}.one`)} className="size-4" />
        </span>
      )}
      <a
        href={recordFilesHref(file)}
        className="min-w-0 [overflow-wrap:anywhere] text-accent underline-offset-3 hover:underline table-cells:line-clamp-2"
      >
        {file.label}
      </a>
    </span>
  );
}
