import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

/** Says at a field that a record was created for it; announced when its text appears. */
export function CreatedLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-1 flex items-start gap-1.5 text-sm [overflow-wrap:anywhere] empty:hidden">
      {children && (
        <>
          <Icon name="icon-circle-check" className="mt-0.5 size-4 shrink-0 text-success" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}
