"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Opens the print dialog when the page has loaded; a button with this text opens it again. */
export function PrintBar({ text }: { text: string }) {
  useEffect(() => window.print(), []);
  return (
    <div className="mb-4 flex justify-end print:hidden">
      <Button onClick={() => window.print()} icon={<Icon name="icon-printer" className="size-4" />}>
        {text}
      </Button>
    </div>
  );
}
