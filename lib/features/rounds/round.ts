import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { Locale } from "@/lib/model/messages/i18n";

/** The page of all confirmation rounds (contract §15). */
export const ROUNDS_PATH = "/pages/rounds";

/** Returns the URL of a round's page. */
export const roundHref = (runde_id: number): string => `${ROUNDS_PATH}/${runde_id}`;

/** Returns the URL of the page on which a round of the records in a list begins. */
export const newRoundHref = ({ apiPath }: Pick<AnyDefinition, "apiPath">, query: string): string =>
  `${ROUNDS_PATH}/new?${new URLSearchParams({ kind: apiPath, query })}`;

/** Maximum number of records in a round. */
export const ROUND_MAX_RECORDS = 5_000;
/** Maximum number of rounds that are not started. */
export const ROUND_MAX_DRAFTS = 200;
/** Number of days after the due day on which a running round closes by itself. */
export const ROUND_GRACE_DAYS = 30;

export const ROUND_STATUSES = ["draft", "running", "closed"] as const;
export type RoundStatus = (typeof ROUND_STATUSES)[number];

/**
 * Who is asked about a record: the member or person that it describes, or the records of a link list
 * whose links are current and that are responsible or, of contacts, also the main contact.
 */
export const RECIPIENT_SOURCES = ["self", "responsible", "contacts"] as const;
export type RecipientSource = (typeof RECIPIENT_SOURCES)[number];

export const RECIPIENT_STATES = ["planned", "sent", "failed", "answered", "declined"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** A recipient's answer about a record. */
export const CONFIRM_ANSWERS = ["confirmed", "changed", "ended", "not_mine"] as const;
export type ConfirmAnswer = (typeof CONFIRM_ANSWERS)[number];

/** Another person who should be asked about a record. */
export type Successor = { vorname: string; nachname: string; email: string };

/** The values of a round that an editor sets. */
export type RoundValues = {
  titel_de: string;
  titel_en: string;
  /** The first segment of the kind's API path. */
  kind: string;
  /** The query of the kind's list that selects the records. */
  query: string;
  an: RecipientSource;
  /** The fields that recipients see and may change. */
  felder: string[];
  /** Texts of the mail and the page, with the placeholders of `ROUND_PLACEHOLDERS`. */
  text_de: string;
  text_en: string;
  /** `YYYY-MM-DD` */
  faellig_am: string;
};

/** The words in braces that the texts of a round may contain, such as `{name}`. */
export const ROUND_PLACEHOLDERS = ["name", "titel", "anzahl", "faellig_am"] as const;

/** Returns the kinds whose records can be confirmed. */
export const confirmableKinds = (): AnyDefinition[] => allDefinitions.filter(({ confirmation }) => confirmation);

/** Returns who can be asked about records of a kind. */
export const recipientSourcesOf = ({ confirmation = {} }: Pick<AnyDefinition, "confirmation">): RecipientSource[] =>
  RECIPIENT_SOURCES.filter((source) => confirmation[source] !== undefined);

/** Returns the fields of a kind that recipients may see and change: its form, without comments. */
export const roundFieldsOf = ({ form }: Pick<AnyDefinition, "form">): string[] =>
  form.flatMap(({ fields }) => fields).filter((name) => name !== "kommentare");

/** Returns the title or the text of a round in a language. */
export const inLanguage = <Name extends "titel" | "text">(
  round: Record<`${Name}_${Locale}`, string>,
  name: Name,
  locale: Locale,
): string => round[`${name}_${locale}`];
