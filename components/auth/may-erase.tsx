"use client";

import { createContext, useContext } from "react";

const MayErase = createContext(false);

/** Tells everything inside whether whoever is logged in sees what is kept of persons, and may erase it (contract §9). */
export const MayEraseProvider = MayErase.Provider;

/** Whether screens lead to what is kept of a person; that it is refused otherwise is the server's. */
export const useMayErase = () => useContext(MayErase);
