"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Preview of a file, whose code is loaded when it is first opened. */
export const LazyFilePreview = lazyComponent(async () => (await import("./file-preview")).FilePreview);
