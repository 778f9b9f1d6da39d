"use client";

import { useEffect } from "react";
import { forgetRecord, rememberRecord } from "./recent-records";

type RememberVisitProps = {
  account: number;
  kind: string;
  id: number;
  /** The record's label; null if it does not exist. */
  label: string | null;
  detail: string;
};

/** Records a visit of a record's page for the palette. */
export function RememberVisit({ account, kind, id, label, detail }: RememberVisitProps) {
  useEffect(() => {
    if (label === null) forgetRecord(account, { kind, id });
    else rememberRecord(account, { kind, id, label, detail });
  }, [account, kind, id, label, detail]);
  return null;
}
