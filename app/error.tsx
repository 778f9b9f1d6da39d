"use client";

import { FailedPage } from "@/components/layout/failed-page";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

/**
 * Error page without the app's layout. Shown as the last resort when even the layout failed, for
 * instance because the database is down.
 */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <main className="mx-auto px-6 py-16 md:max-w-2xl">
      <FailedPage digest={error.digest} retry={retry} />
    </main>
  );
}
