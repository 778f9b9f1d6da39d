import { ContactOfferCard } from "@/components/contacts/contact-offer-card";
import { linkPath } from "@/lib/records/kinds/relations";
import type { AnyRow } from "@/lib/records/kinds/define";
import { definitionOf } from "@/lib/records/kinds/registry";
import { findContactOffer } from "@/lib/server/contacts/contacts";
import { pageContext } from "@/lib/server/server/page-context";

/** Offers to turn the contact person that an institution names in free text into a linked person. */
export async function InstitutionContact({ id, record }: { id: number; record: AnyRow }) {
  const definition = definitionOf("institution");
  const offer = await findContactOffer(await pageContext(), definition, id, record);
  if (!offer) return null;
  const { list } = offer;
  if (offer.offers === "person") {
    return <ContactOfferCard kind="institution" id={id} list={list.list} name={offer.name} values={offer.values} />;
  }
  const { person, role, roles } = offer;
  const field = list.relation.roles?.field ?? "";
  const change = { [field]: [...roles, role.id], was: { [field]: roles } };
  return (
    <ContactOfferCard
      kind="institution"
      id={id}
      list={list.list}
      person={person}
      role={role.label}
      path={linkPath(list, id, person.id)}
      change={change}
    />
  );
}
