"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

const AttachFiles = lazyComponent(async () => (await import("./attach-files")).AttachFiles);

/** `AttachFiles`, loaded lazily, as pages of saved records do not need it. */
export function LazyAttachFiles() {
  return <AttachFiles placeholder={<div className="mb-4 h-9" />} />;
}
