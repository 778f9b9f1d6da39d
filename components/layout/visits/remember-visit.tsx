"use client";

import { useEffect } from "react";
import { forgetRecord, rememberRecord } from "./recent-records";

type RememberVisitProps = {
  account: number;
  kind: string;
  id: number;
  /** What the record is called; null where there is none. */
  label: string | null;
  detail: string;
};

/** Keeps in mind that a record's page was opened, so that the palette leads back there. */
export function RememberVisit({ account, kind, id, label, detail }: RememberVisitProps) {
  useEffect(() => {
    if (label === null) forgetRecord(account, { kind, id });
    else rememberRecord(account, { kind, id, label, detail });
  }, [account, kind, id, label, detail]);
  return null;
}
