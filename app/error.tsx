"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/**
 * Error page outside the frame: the last resort when even the frame failed, for instance without a
 * database.
 */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <main className="mx-auto px-6 py-16 md:max-w-2xl">
      <FailedPage digest={error.digest} retry={retry} />
    </main>
  );
}
