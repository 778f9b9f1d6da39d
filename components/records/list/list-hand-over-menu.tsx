import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { readPrintedTable } from "../shared/copied-tables";
import { exportAddress, exportedColumns, haveLinkFields, printAddress } from "../shared/hand-over-addresses";
import { HandOverMenu } from "../shared/hand-over-menu";

type ListHandOverMenuProps = {
  kind: KindName;
  query: ListQuery;
  /** The shown columns. */
  columns: readonly string[];
  /** True if the URL names the columns. */
  columnsInAddress: boolean;
  /** Number of records on all pages. */
  total: number;
};

/** Menu of all ways to hand over the list of a list page. */
export function ListHandOverMenu({ kind, query, columns, columnsInAddress, total }: ListHandOverMenuProps) {
  const handed = { definition: definitionOf(kind), query };
  return (
    <HandOverMenu
      size="sm"
      hasColumns
      hasLinkFields={haveLinkFields(handed.definition, columns)}
      exports={(format, which) => exportAddress(handed, format, exportedColumns(handed.definition, columns, which))}
      print={printAddress(handed, columnsInAddress ? columns : [])}
      link={() => window.location.pathname + window.location.search}
      tables={() => readPrintedTable(printAddress(handed, columns))}
      total={total}
    />
  );
}
