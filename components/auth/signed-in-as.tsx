"use client";

import { createContext, useContext } from "react";

const SignedInAs = createContext<string | undefined>(undefined);

/** Tells everything inside whose session the page was made for. @param value the e-mail address */
export const SignedInAsProvider = SignedInAs.Provider;

/** The e-mail address of whoever is, or was, logged in; none before the login. */
export const useSignedInAs = () => useContext(SignedInAs);
