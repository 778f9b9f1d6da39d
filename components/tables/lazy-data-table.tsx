"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import type { DataTable as LoadedTable } from "./data-table";

/** The code of a table whose rows the server sorts: the frame fetches it when a page is at rest. */
export const loadDataTable = () => import("./data-table");
// Else the first page of a new server would show its shape for a moment, and what is below would move.
if (typeof window === "undefined") void loadDataTable();

/** `DataTable`, drawn by the server. It wakes after the page around it, whose scripts come first. */
export const DataTable = dynamic(() => import("./data-table").then((module) => module.DataTable), {
  loading: () => <Skeleton className="m-4 h-100" />,
}) as typeof LoadedTable;
