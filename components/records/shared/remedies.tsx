"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";

/** What can be done at once about a record of a kind that asks for somebody, by its key and what it is called. */
type Remedies = Partial<Record<string, (id: number, label: string) => ReactNode>>;

const Offered = createContext<Remedies>({});

/** Offers remedies to every table of records inside, by the names of their kinds. */
export const RemediesProvider = Offered.Provider;

/** The remedy of a kind, where there is one. */
export const useRemedy = ({ name }: Pick<AnyDefinition, "name">) => useContext(Offered)[name];
