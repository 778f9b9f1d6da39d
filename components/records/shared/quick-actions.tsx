"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";

/** Quick actions on rows that need attention, by kind. */
type QuickActions = Partial<Record<string, (id: number, label: string) => ReactNode>>;

const QuickActionsContext = createContext<QuickActions>({});

/** Provides quick actions to all record tables inside, by kind name. */
export const QuickActionsProvider = QuickActionsContext.Provider;

/** Returns a kind's quick action, if it has one. */
export const useQuickAction = ({ name }: Pick<AnyDefinition, "name">) => useContext(QuickActionsContext)[name];
