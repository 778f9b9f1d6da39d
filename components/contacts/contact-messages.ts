import type { MessagePath } from "@/components/layout/client-messages";

/** Messages that `ContactOfferCard` needs. */
export const CONTACT_MESSAGES: readonly MessagePath[] = [
  "contacts.role_text",
  "contacts.role_take",
  "contacts.role_taken",
  "contacts.person_text",
  "contacts.person_create",
  "contacts.person_linked",
];
