import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LazyContactOffer } from "@/components/quality/lazy-contact-offer";
import { buttonClasses } from "@/components/ui/button-looks";
import { Card } from "@/components/ui/card";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkPath } from "@/lib/model/kinds/relations";
import { findContactOffer } from "@/lib/features/quality/server/contacts";
import { pageContext } from "@/lib/sessions/page-context";

/** Offers to turn the contact person that an institution names in free text into a linked person. */
export async function InstitutionContact({ id, record }: { id: number; record: AnyRow }) {
  const [offer, t] = await Promise.all([
    findContactOffer(await pageContext(), definitionOf("institution"), id, record),
    getTranslations("contacts"),
  ]);
  if (!offer) return null;
  const { list } = offer;
  const linkOwner = { kind: "institution", id, list: list.list } as const;
  /** Has the size of the button until it is there. */
  const placeholderButton = (text: string) => (
    <span aria-hidden="true" className={buttonClasses({ size: "sm", className: "invisible" })}>
      {text}
    </span>
  );
  const card = (text: string, button: ReactNode) => (
    <Card className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:px-6 print:hidden">
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">{text}</p>
      {button}
    </Card>
  );
  if (offer.offers === "person") {
    const { name, values } = offer;
    return card(
      t("person_text", { name }),
      <LazyContactOffer
        {...linkOwner}
        name={name}
        values={values}
        placeholder={placeholderButton(t("person_create"))}
      />,
    );
  }
  const { person, role, roles } = offer;
  const field = list.relation.roles?.field ?? "";
  const change = { [field]: [...roles, role.id], was: { [field]: roles } };
  return card(
    t("role_text", { person: person.label, role: role.label }),
    <LazyContactOffer
      {...linkOwner}
      person={person}
      role={role.label}
      path={linkPath(list, id, person.id)}
      change={change}
      placeholder={placeholderButton(t("role_take", { role: role.label }))}
    />,
  );
}
