"use client";

import { createContext, useContext } from "react";

/** Single sign-on settings: the provider's name, and whether the user may log in by password. */
export type SignOnSettings = { name: string; withPassword: boolean };

const SingleSignOnContext = createContext<SignOnSettings | null>(null);

/** Provides the single sign-on settings; null if single sign-on is not configured. */
export const SingleSignOnProvider = SingleSignOnContext.Provider;

export const useSingleSignOn = () => useContext(SingleSignOnContext);
