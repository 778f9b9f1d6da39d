"use client";

import dynamic from "next/dynamic";

/** `PastRecord`, loaded lazily, as pages of current records do not need it. */
export const LazyPastRecord = dynamic(() => import("./past-record").then((module) => module.PastRecord));
