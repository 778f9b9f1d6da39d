"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/** A page that could not be made, inside the frame, so that the way elsewhere stays open. */
export default function MainErrorPage({ error, retry }: ErrorPageProps) {
  return <FailedPage digest={error.digest} retry={retry} />;
}
