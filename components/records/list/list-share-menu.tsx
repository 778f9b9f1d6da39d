import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import type { AddressQuery } from "@/lib/model/lists/list-query";
import { readPrintedTable } from "../shared/copied-tables";
import {
  listCalendar,
  exportAddress,
  exportedColumns,
  haveLinkFields,
  printAddress,
  responsibleAddress,
} from "../shared/share-addresses";
import { ShareMenu } from "../shared/share-menu";

type ListShareMenuProps = {
  kind: KindName;
  query: AddressQuery;
  /** The shown columns. */
  columns: readonly string[];
  /** True if the URL names the columns. */
  columnsInAddress: boolean;
  /** Number of records on all pages. */
  total: number;
};

/** Menu of all ways to share the list of a list page. */
export function ListShareMenu({ kind, query, columns, columnsInAddress, total }: ListShareMenuProps) {
  const sharedList = { definition: definitionOf(kind), query };
  return (
    <ShareMenu
      size="sm"
      hasColumns
      hasLinkFields={haveLinkFields(sharedList.definition, columns)}
      exports={(format, which) =>
        exportAddress(sharedList, format, exportedColumns(sharedList.definition, columns, which))
      }
      calendar={listCalendar(sharedList)}
      addresses={responsibleAddress(sharedList)}
      print={printAddress(sharedList, columnsInAddress ? columns : [])}
      link={() => window.location.pathname + window.location.search}
      tables={() => readPrintedTable(printAddress(sharedList, columns))}
      total={total}
    />
  );
}
