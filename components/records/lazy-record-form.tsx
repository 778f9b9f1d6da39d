"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** The code of a record's form: lists fetch it when they are at rest. */
export const loadRecordForm = () => import("./record-form");
// Else the first page of a new server would show its shape for a moment, and what is below would move.
if (typeof window === "undefined") void loadRecordForm();

/** `RecordForm`, drawn by the server. It wakes after the page around it, whose scripts come first. */
export const RecordForm = dynamic(() => import("./record-form").then((module) => module.RecordForm), {
  loading: () => <Skeleton className="m-6 h-100" />,
});
