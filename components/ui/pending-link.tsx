"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";
import { useReportPending } from "./pending-navigation";

function ReportStatus() {
  useReportPending(useLinkStatus().pending);
  return null;
}

/** A link inside the app whose way to the next page shows in the progress bar. */
export function PendingLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest}>
      {children}
      <ReportStatus />
    </Link>
  );
}
