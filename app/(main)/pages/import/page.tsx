import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ImportedKind } from "@/components/imports/imported-kind";
import { ImportWizard } from "@/components/imports/import-wizard";
import { KindChoice } from "@/components/imports/kind-choice";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import type { ImportField } from "@/components/imports/import-state";
import { importColumnsOf, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { isEntryList, shippedCode, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { MAX_ID } from "@/lib/model/limits";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { spreadsheetHeader } from "@/lib/features/exports/spreadsheet-columns";
import { recordWords } from "@/lib/store/records/record-words";
import { findOwnImport, mayMatchBy } from "@/lib/features/imports/server/import-responses";
import { keepsAliases, mayCreate, fieldsToCreate } from "@/lib/features/imports/server/decided-names";
import { findFieldOptions } from "@/lib/store/search/field-options";
import { findOptions } from "@/lib/store/records/find-records";
import type { Context } from "@/lib/store/database/transaction";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { roleColumn, roleColumnName } from "@/lib/features/exports/role-columns";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const [t, records, parameters] = await Promise.all([
    getTranslations("frame"),
    getTranslations("records"),
    readSearchParams(searchParams),
  ]);
  const definition = definitionOfPath(parameters.get("kind") ?? "");
  if (!definition) return { title: t("titles.import") };
  return { title: t("palette.import", { records: records(`${definition.name}.many`) }) };
}

/** Returns the entries that texts of a column can mean; of a shipped list, which is long, its name. */
function entriesOf(column: SpreadsheetColumn, entries: EntryOptions): Pick<ImportField, "entries" | "searchedList"> {
  const list = column.by === "field" ? column.field.reference : undefined;
  if (list === undefined) return {};
  return isEntryList(list) && shippedCode(list) !== undefined
    ? { entries: [], searchedList: list }
    : { entries: entries[list] };
}

/** Returns the columns that link with each role that links of the kind can have, and the name of the role. */
async function findRoleColumns(context: Context, definition: AnyDefinition) {
  const fields = definition.tabs.flatMap(({ list, relation: { fields: all, roles } }) => {
    const field = roles && all?.[roles.field];
    return field ? [[list, field] as const] : [];
  });
  const options = await findFieldOptions(context, fields);
  return fields.flatMap(([list]) =>
    (options[list] ?? []).flatMap(({ id, label, inactive }) => {
      const column = roleColumn(definition, roleColumnName(list, id));
      return column && !inactive ? [{ column, role: label }] : [];
    }),
  );
}

/**
 * Imports a table, for roles that may write records (contract §10). Offers a choice of kinds if the
 * URL names no kind of record.
 */
export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "write", "imports")) return <ForbiddenPage />;
  const parameters = await readSearchParams(searchParams);
  if (!parameters.get("kind") && !parameters.has("id")) return <KindChoice />;
  const id = wholeNumber(parameters.get("id") ?? "", 1, MAX_ID);
  const ownImport = id === null ? null : await findOwnImport(context, id);
  const definition = definitionOfPath(ownImport?.kind ?? parameters.get("kind") ?? "");
  if (!definition) notFound();
  const words = recordWords(context.locale);
  const t = await getTranslations("imports");
  const columns = importColumnsOf(definition);
  const roles = await findRoleColumns(context, definition);
  const lists = columns.flatMap((column) => (column.by === "field" && column.field.reference) || []);
  const entries = await findOptions(
    context,
    [...new Set(lists)].filter((list) => shippedCode(list) === undefined),
  );
  const labelledColumns = [
    ...columns.map((column) => ({ column, label: spreadsheetHeader(definition, column, words) })),
    ...roles.map(({ column, role }) => {
      const list = words(`${column.linkList.other.kind}.many`);
      return { column, label: t("with_role", { list, role }) };
    }),
  ];
  const fields = labelledColumns.map(({ column, label }) => ({
    name: column.name,
    label,
    max: definition.fields[column.name]?.max,
    canJoinColumns: column.by === "field" && column.field.join !== undefined,
    isConditional: definition.fields[column.name]?.visibleWhen !== undefined,
    canMatch: mayMatchBy(definition, column.name),
    ...entriesOf(column, entries),
    linked: column.by === "links" ? column.linkList.other.kind : undefined,
    neededToCreate: mayCreate(context, column) ? (fieldsToCreate(column) ?? undefined) : undefined,
    keepsAliases: keepsAliases(column),
  }));
  return (
    <>
      <ImportedKind kind={definition.name} />
      <ImportWizard
        kind={definition.apiPath}
        recordPath={definition.pages.detail}
        fields={fields}
        resumedImport={ownImport}
      />
    </>
  );
}
