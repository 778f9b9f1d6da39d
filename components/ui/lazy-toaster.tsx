"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { toasterWanted } from "./notify";

const Toaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });

/** The place of the toaster, whose code arrives with the first notice. */
export function LazyToaster() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, () => false);
  return wanted ? <Toaster /> : null;
}
