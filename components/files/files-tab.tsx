"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { usePreload } from "@/components/ui/use-preload";
import type { RecordFilesProps } from "./record-files";

const RecordFiles = lazyComponent(async () => (await import("./record-files")).RecordFiles);

/** Tab with a record's files, whose code is loaded when the page is idle. */
export function FilesTab(props: RecordFilesProps) {
  usePreload(RecordFiles.load);
  return <RecordFiles {...props} placeholder={<Spinner className="m-6" />} />;
}
