import type { MessagePath } from "@/components/layout/client-messages";

/** Messages that `FinishButtons` needs. */
export const FINISH_MESSAGES: readonly MessagePath[] = [
  "deadlines.undone",
  "deadlines.changed_since",
  "deadlines.force",
  "deadlines.status_set",
  "deadlines.status_refused",
  "deadlines.set_status",
  "deadlines.set_status_of",
];
