"use client";

import { createContext, useContext } from "react";

/** What whoever is logged in may do (contract §9). That it is refused otherwise is the server's. */
export type Rights = {
  /** Change records. */
  mayWrite: boolean;
  /** See what is kept of persons, and erase it. */
  mayErase: boolean;
};

const Known = createContext<Rights>({ mayWrite: true, mayErase: false });

/** Tells everything inside what screens offer. */
export const RightsProvider = Known.Provider;

export const useRights = () => useContext(Known);
