"use client";

import dynamic from "next/dynamic";
import { loadRecordForm } from "./load-record-form";

// Preloads the form on the server, so that the first page after a server start need not wait.
if (typeof window === "undefined") void loadRecordForm();

/**
 * `RecordForm`, rendered on the server, with its code loaded lazily. It has no loading fallback:
 * React would stream the fallback before the form, which shifts the layout.
 */
export const LazyRecordForm = dynamic(() => import("./record-form").then((module) => module.RecordForm));
