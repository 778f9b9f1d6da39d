"use client";

import dynamic from "next/dynamic";

/** The toaster, loaded after the page: notices that come earlier wait for it. */
export const LazyToaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });
