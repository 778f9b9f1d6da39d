"use client";

import { createContext, useContext } from "react";

const SignedInAs = createContext<string | undefined>(undefined);

/** Provides the email address of the user whose session the page was rendered for. */
export const SignedInAsProvider = SignedInAs.Provider;

/**
 * Returns the email address of the user whose session the page was rendered for, even if the
 * session has ended since; undefined for guests.
 */
export const useSignedInAs = () => useContext(SignedInAs);
