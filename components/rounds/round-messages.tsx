import type { ReactNode } from "react";
import { FORM_MESSAGES, PageMessages } from "@/components/layout/client-messages";

/** Provides the messages of a round's form, preview and actions. */
export const RoundMessages = ({ children }: { children: ReactNode }) => (
  <PageMessages paths={[...FORM_MESSAGES, "rounds", "records.date_format", "records.pick_date"]}>
    {children}
  </PageMessages>
);
