"use client";

import dynamic from "next/dynamic";

/** Loads the code of the record form; lists preload it when idle. */
export const loadRecordForm = () => import("./record-form");
// Preloads on the server, so that the first page after a start does not wait for it.
if (typeof window === "undefined") void loadRecordForm();

/**
 * `RecordForm`, server-rendered. It has no loading fallback: React would stream the fallback before
 * the form, which shifts the layout.
 */
export const RecordForm = dynamic(() => import("./record-form").then((module) => module.RecordForm));
