"use client";

import { useTranslations } from "next-intl";
import { createContext, useContext, useState, type ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { DENSE_ROWS, remember, ROWS_COOKIE } from "./visits/remember";

const RowHeight = createContext({ dense: false, choose: (_dense: boolean) => {} });

/** Provides the row height to all tables. Part of the layout, so that it survives navigation. */
export function RowHeightProvider({ startDense, children }: { startDense: boolean; children: ReactNode }) {
  const [dense, setDense] = useState(startDense);

  function choose(next: boolean) {
    setDense(next);
    remember(ROWS_COOKIE, next ? DENSE_ROWS : "comfortable");
  }

  return <RowHeight value={{ dense, choose }}>{children}</RowHeight>;
}

/** Returns true if the user chose dense table rows. */
export const useDenseRows = () => useContext(RowHeight).dense;

/** Button that toggles between dense and comfortable rows. */
export function RowHeightSwitch() {
  const t = useTranslations("common");
  const { dense, choose } = useContext(RowHeight);
  return (
    <IconButton
      label={t(dense ? "comfortable_rows" : "dense_rows")}
      icon={<Icon name={dense ? "icon-rows-3" : "icon-rows-4"} className="size-4" />}
      onClick={() => choose(!dense)}
      className="print:hidden"
    />
  );
}
