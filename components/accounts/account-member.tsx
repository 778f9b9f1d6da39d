"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent, loadOnIntent } from "@/components/ui/lazy-component";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

const HandOverDialog = lazyComponent(
  async () => (await import("@/components/records/links/succession/hand-over-dialog")).HandOverDialog,
);

/** The member who uses an account, with a button that hands over the member's projects. */
export function AccountMember({ member: { id, label } }: { member: Option }) {
  const t = useTranslations("records.hand_over");
  const [handingOver, setHandingOver] = useState({ openCount: 0, open: false });
  const definition = definitionOf("member");
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <a
        href={`${definition.pages.detail}/${id}`}
        className="inline-flex min-w-0 items-center font-medium [overflow-wrap:anywhere] text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        {label}
      </a>
      <Button
        onClick={() => setHandingOver({ openCount: handingOver.openCount + 1, open: true })}
        {...loadOnIntent(HandOverDialog)}
      >
        {t("menu")}
      </Button>
      {handingOver.openCount > 0 && (
        <HandOverDialog
          key={handingOver.openCount}
          definition={definition}
          id={id}
          label={label}
          open={handingOver.open}
          onClose={() => setHandingOver({ ...handingOver, open: false })}
        />
      )}
    </div>
  );
}
