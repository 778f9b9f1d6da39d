"use client";

import { Printer } from "lucide-react";
import { IconButton } from "@/components/ui/button";

/** Prints the page that it stands on. */
export function PrintButton({ label }: { label: string }) {
  return (
    <IconButton
      label={label}
      icon={<Printer aria-hidden="true" className="size-4.5" />}
      onClick={() => window.print()}
    />
  );
}
