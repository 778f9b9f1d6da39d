"use client";

import { createContext, useContext } from "react";

const MayWrite = createContext(true);

/** Tells everything inside whether whoever is logged in may change records (contract §9). */
export const MayWriteProvider = MayWrite.Provider;

/** Whether screens offer what changes records; that it is refused otherwise is the server's. */
export const useMayWrite = () => useContext(MayWrite);
