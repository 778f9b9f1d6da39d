"use client";

import dynamic from "next/dynamic";
import type { DataTable as LoadedTable } from "./data-table";

/** Loads the code of `DataTable`; the layout preloads it when a page is idle. */
export const loadDataTable = () => import("./data-table");
// Preloads the table on the server, so that the first page after a server start need not wait.
if (typeof window === "undefined") void loadDataTable();

/**
 * `DataTable`, rendered on the server, with its code loaded lazily. It has no loading fallback:
 * React would stream the fallback before the rows, which shifts the layout below.
 */
export const DataTable = dynamic(() => import("./data-table").then((module) => module.DataTable)) as typeof LoadedTable;
