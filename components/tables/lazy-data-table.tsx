"use client";

import dynamic from "next/dynamic";
import type { DataTable as LoadedTable } from "./data-table";

/** The code of a table whose rows the server sorts: the frame fetches it when a page is at rest. */
export const loadDataTable = () => import("./data-table");
// Else the first page of a new server would wait for it.
if (typeof window === "undefined") void loadDataTable();

/**
 * `DataTable`, drawn by the server. Nothing stands in for it: React would send that first and the rows apart, and what is below
 * would move.
 */
export const DataTable = dynamic(() => import("./data-table").then((module) => module.DataTable)) as typeof LoadedTable;
