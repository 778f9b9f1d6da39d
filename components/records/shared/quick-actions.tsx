"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/model/kinds/define";

/** Functions that render the quick action on a row that needs attention, keyed by kind name. */
type QuickActions = Partial<Record<string, (id: number, label: string) => ReactNode>>;

const QuickActionsContext = createContext<QuickActions>({});

/** Provides quick actions, keyed by kind name, to all record tables below it in the tree. */
export const QuickActionsProvider = QuickActionsContext.Provider;

/** Returns the function that renders a kind's quick action; undefined if the kind has none. */
export const useQuickAction = ({ name }: Pick<AnyDefinition, "name">) => useContext(QuickActionsContext)[name];
