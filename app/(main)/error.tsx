"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/** A page that could not be made, inside the frame, so that the way elsewhere stays open. */
export default function MainErrorPage({ error, retry }: ErrorPageProps) {
  // Without a digest it failed in the browser, perhaps over files that a new version has replaced: only a load helps.
  return <FailedPage digest={error.digest} retry={error.digest ? retry : () => window.location.reload()} />;
}
