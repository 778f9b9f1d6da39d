"use client";

import { createContext, useContext } from "react";

/** Files that wait in the browser until the new record to which they belong is saved. */
export type AttachedFiles = {
  /** True while leaving the page would lose files. */
  isWaiting: boolean;
  /** Called once the record is saved. */
  onSaved: (id: number, label: string) => void;
};

const AttachedFilesContext = createContext<AttachedFiles>({ isWaiting: false, onSaved: () => undefined });

/** Provides the files of the record whose page this is. */
export const AttachedFilesProvider = AttachedFilesContext.Provider;

export const useAttachedFiles = () => useContext(AttachedFilesContext);
