"use client";

import dynamic from "next/dynamic";

/** The code of a record's form: lists fetch it when they are at rest. */
export const loadRecordForm = () => import("./record-form");
// Else the first page of a new server would wait for it.
if (typeof window === "undefined") void loadRecordForm();

/** `RecordForm`, drawn by the server. Nothing stands in for it: React would send that first and the form apart, which moves. */
export const RecordForm = dynamic(() => import("./record-form").then((module) => module.RecordForm));
