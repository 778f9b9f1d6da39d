"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Opens the print dialog when the page has loaded; a button opens it again. */
export function PrintBar() {
  const t = useTranslations("common");
  useEffect(() => window.print(), []);
  return (
    <div className="mb-4 flex justify-end print:hidden">
      <Button onClick={() => window.print()} icon={<Icon name="icon-printer" className="size-4" />}>
        {t("print")}
      </Button>
    </div>
  );
}
