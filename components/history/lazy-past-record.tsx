"use client";

import dynamic from "next/dynamic";

/** `PastRecord`, whose code pages that show the present do without. */
export const PastRecord = dynamic(() => import("./past-record").then((module) => module.PastRecord));
