"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { usePreload } from "@/components/ui/use-preload";
import type { RecordMenuProps } from "./record-menu";

const load = () => import("./record-menu");
const RecordMenu = lazy(() => load().then((module) => ({ default: module.RecordMenu })));

/** The button of a record's menu, whose code arrives soon after the page, or when it is pressed. */
export function LazyRecordMenu(props: RecordMenuProps) {
  const t = useTranslations("records.menu");
  const [isUsed, setUsed] = useState(false);
  usePreload(load);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t("title")}
      title={t("title")}
      onClick={() => setUsed(true)}
      className={buttonClasses({ className: "px-2.5" })}
    >
      <Ellipsis aria-hidden="true" className="size-4.5" />
    </button>
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <RecordMenu {...props} />
    </Suspense>
  );
}
