"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/** Error page inside the frame, so that the navigation stays usable. */
export default function MainErrorPage({ error, retry }: ErrorPageProps) {
  // Without a digest the error happened in the browser, perhaps over files that a new version has
  // replaced: only a reload helps.
  return <FailedPage digest={error.digest} retry={error.digest ? retry : () => window.location.reload()} />;
}
