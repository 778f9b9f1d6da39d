import type { Locale } from "../../i18n";
import type { ConfirmAnswer, Successor } from "../../records/rounds/round";
import type { ControlName } from "../../records/fields/field";

/** A record as its recipient sees it: nothing but the round's fields. */
export type ConfirmRecord = {
  /** The first segment of the kind's API path. */
  kind: string;
  id: number;
  label: string;
  fields: ConfirmField[];
  answer: ConfirmAnswer | null;
  /** Set if the record no longer exists. */
  gone?: true;
};

/** A field of a record on a recipient's page. */
export type ConfirmField = {
  name: string;
  label: string;
  type: ControlName;
  value: unknown;
  /** The value as text in the language of the request. */
  text: string;
  options?: { id: number; label: string }[];
};

/** A recipient's view. */
export type Confirmation = {
  titel: string;
  text: string;
  /** `YYYY-MM-DD` */
  faellig_am: string;
  records: ConfirmRecord[];
};

/** The details of a recipient's latest answer about a record. */
export type GivenAnswer = {
  /** The proposed values, by field, and as texts. */
  changes: ReadonlyMap<string, { value: unknown; text: string }>;
  comment: string | null;
  successor: Successor | null;
};

/** A recipient, with the round, as the page and the answers need them. */
export type RecipientView = {
  locale: Locale;
  name: string;
  declined: boolean;
  confirmation: Confirmation;
  /** By the ids of the records; records without an answer are left out. */
  given?: ReadonlyMap<number, GivenAnswer>;
};
