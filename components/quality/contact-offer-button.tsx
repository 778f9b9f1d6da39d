"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useCreateRecord } from "@/components/records/form/use-create-record";
import { useRevertChange } from "@/components/records/undo/use-revert-change";
import { notice, notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import type { linkAnswer } from "@/lib/features/records/link-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { linkListOf, linkPath } from "@/lib/model/kinds/relations";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

type RoleOffer = {
  person: Option;
  /** Name of the role that the person's link does not have yet. */
  role: string;
  /** The link call, and its body that adds the role. */
  path: string;
  change: object;
};

type PersonOffer = { name: string; values: Readonly<Record<string, string>> };

type LinkCall = { path: string; body?: object; done: string };

export type ContactOfferProps = {
  kind: KindName;
  id: number;
  /** The link list of the persons whom the text may name. */
  list: string;
} & (RoleOffer | PersonOffer);

/** Button that links, or gives a role to, the contact person that a record names in free text. */
export function ContactOfferButton(props: ContactOfferProps) {
  const { kind, id } = props;
  const t = useTranslations("contacts");
  const tc = useTranslations("common");
  const { refresh } = usePendingNavigation();
  const linkList = linkListOf(kind, props.list);
  const child = definitionOf(linkList.other.kind);
  const { creating, dialog } = useCreateRecord(child);
  const revertChange = useRevertChange();
  const [isBusy, setBusy] = useState(false);

  /** Sends a link call and reports it in a toast, which offers to undo it. */
  async function send(method: "POST" | "PUT", person: Option, { path, body, done }: LinkCall) {
    setBusy(true);
    try {
      const { success, message } = await request<typeof linkAnswer>(method, path, { body, preferMinimal: true });
      const undo = async () => {
        const action = method === "POST" ? "link" : "update";
        const related = { kind: child.apiPath, id: person.id };
        await revertChange({ kind: definitionOf(kind).apiPath, id, action, related }, person.label);
        await refresh();
      };
      if (success) notify.undoable(done, { label: tc("undo"), run: () => void undo() });
      else notify.danger(notice(message));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
    } finally {
      await refresh();
      setBusy(false);
    }
  }

  async function create({ name, values }: PersonOffer) {
    const created = await creating?.create(name, values);
    if (!created) return;
    const path = linkPath(linkList, id, created.id);
    await send("POST", created, { path, done: t("person_linked", { person: created.label }) });
  }

  const giveRole = ({ person, role, path, change }: RoleOffer) =>
    send("PUT", person, { path, body: change, done: t("role_taken", { person: person.label, role }) });

  return (
    <>
      <Button size="sm" busy={isBusy} onClick={() => void ("role" in props ? giveRole(props) : create(props))}>
        {"role" in props ? t("role_take", { role: props.role }) : t("person_create")}
      </Button>
      {dialog}
    </>
  );
}
