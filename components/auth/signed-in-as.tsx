"use client";

import { createContext, useContext } from "react";

const SignedInAs = createContext<string | undefined>(undefined);

/** Provides the user whose session the page was rendered for. @param value the email address */
export const SignedInAsProvider = SignedInAs.Provider;

/** Returns the email address of the current or last session; undefined before the login. */
export const useSignedInAs = () => useContext(SignedInAs);
