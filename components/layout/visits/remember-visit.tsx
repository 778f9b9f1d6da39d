"use client";

import { useEffect } from "react";
import { forgetRecord, rememberRecord } from "./recent-records";

type RememberVisitProps = {
  account: number;
  kind: string;
  id: number;
  /** The record's label; null if the record does not exist. */
  label: string | null;
  detail: string;
};

/** Stores the visit to a record's page; the palette offers recently viewed records. */
export function RememberVisit({ account, kind, id, label, detail }: RememberVisitProps) {
  useEffect(() => {
    if (label === null) forgetRecord(account, { kind, id });
    else rememberRecord(account, { kind, id, label, detail });
  }, [account, kind, id, label, detail]);
  return null;
}
