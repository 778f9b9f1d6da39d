"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";

/** Quick actions on rows that need attention, by kind. */
type Remedies = Partial<Record<string, (id: number, label: string) => ReactNode>>;

const Offered = createContext<Remedies>({});

/** Provides quick actions to all record tables inside, by kind name. */
export const RemediesProvider = Offered.Provider;

/** Returns a kind's quick action, if it has one. */
export const useRemedy = ({ name }: Pick<AnyDefinition, "name">) => useContext(Offered)[name];
