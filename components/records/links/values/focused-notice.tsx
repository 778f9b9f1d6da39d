import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** Focuses a message when it appears, so that screen readers read it and Tab moves to its buttons. */
const focusOnMount = (element: HTMLElement | null) => element?.focus();

/**
 * A message with buttons, none of which has the focus: pressing Enter once more must not overwrite what
 * another user has entered.
 */
export function FocusedNotice({ children }: { children: ReactNode }) {
  return (
    <div ref={focusOnMount} tabIndex={-1} className="mt-3 outline-none">
      <Alert tone="warning">{children}</Alert>
    </div>
  );
}
