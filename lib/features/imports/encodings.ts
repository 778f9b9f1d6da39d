/** The encodings of csv files from which a user can choose (contract §10), in the order of a choice. */
export const CHOSEN_ENCODINGS = [
  "utf-8",
  "windows-1252",
  "iso-8859-15",
  "windows-1250",
  "macintosh",
  "ibm850",
] as const;
export type ChosenEncoding = (typeof CHOSEN_ENCODINGS)[number];

/** The encoding of a csv file; UTF-16 is recognized by its byte order mark, and never chosen. */
export type Encoding = ChosenEncoding | "utf-16";
