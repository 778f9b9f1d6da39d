"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyComponent, loadOnIntent } from "@/components/ui/lazy-component";

const AdoptContactsDialog = lazyComponent(async () => (await import("./adopt-contacts-dialog")).AdoptContactsDialog);

/** Card that offers to give the linked persons whom records name in free text their role. */
export function AdoptContacts() {
  const t = useTranslations("contacts");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="mt-3 p-4 md:mt-4 md:p-5">
      <section aria-labelledby="contacts" className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="contacts" className="text-lg font-semibold">
            {t("title")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-muted">{t("why")}</p>
        </div>
        <Button {...loadOnIntent(AdoptContactsDialog)} onClick={() => setOpen(true)}>
          {t("preview")}
        </Button>
        {isOpen && <AdoptContactsDialog onClose={() => setOpen(false)} />}
      </section>
    </Card>
  );
}
