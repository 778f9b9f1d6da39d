"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/**
 * Error page of the pages behind the login. Shown inside their layout, so that the navigation stays
 * usable.
 */
export default function MainErrorPage({ error, retry }: ErrorPageProps) {
  // An error without a digest happened in the browser, perhaps because a new version of the app has
  // replaced files: only a reload helps.
  return <FailedPage digest={error.digest} retry={error.digest ? retry : () => window.location.reload()} />;
}
