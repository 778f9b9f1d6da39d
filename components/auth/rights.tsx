"use client";

import { createContext, useContext } from "react";

/** The user's permissions that screens depend on (contract §9). The server enforces them. */
export type UserRights = {
  /** True if the user may change records. */
  mayWrite: boolean;
  /** True if the user may see and erase the personal data stored about people. */
  mayErase: boolean;
};

const RightsContext = createContext<UserRights>({ mayWrite: true, mayErase: false });

/** Provides the user's permissions. */
export const RightsProvider = RightsContext.Provider;

export const useRights = () => useContext(RightsContext);
