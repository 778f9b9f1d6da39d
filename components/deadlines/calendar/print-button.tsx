"use client";

import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

export function PrintButton({ label }: { label: string }) {
  return (
    <IconButton label={label} icon={<Icon name="icon-printer" className="size-4.5" />} onClick={() => window.print()} />
  );
}
