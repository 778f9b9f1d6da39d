"use client";

import dynamic from "next/dynamic";

/** `FileProposals`, rendered on the server, so that it does not move the form, with its code loaded lazily. */
export const LazyFileProposals = dynamic(() => import("./file-proposals").then((module) => module.FileProposals));
