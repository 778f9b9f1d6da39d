"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import { COMFORTABLE_ROWS, rememberInCookie, ROWS_COOKIE } from "./visits/remember-in-cookie";

const RowHeight = createContext({ dense: true, choose: (_dense: boolean) => {} });

/** Provides the row height to all tables. Part of the layout, so that it survives navigation. */
export function RowHeightProvider({ startDense, children }: { startDense: boolean; children: ReactNode }) {
  const [dense, setDense] = useState(startDense);

  function choose(next: boolean) {
    setDense(next);
    rememberInCookie(ROWS_COOKIE, next ? "dense" : COMFORTABLE_ROWS);
  }

  return <RowHeight value={{ dense, choose }}>{children}</RowHeight>;
}

/** Returns whether tables have low rows, and a function that chooses it. */
export const useRowHeight = () => useContext(RowHeight);

/** Returns true unless the user chose higher table rows. */
export const useDenseRows = () => useRowHeight().dense;
