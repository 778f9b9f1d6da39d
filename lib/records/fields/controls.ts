/**
 * How a control is drawn. Two forms draw it: records are edited in React
 * (`components/records/form/field-control.tsx`), and recipients of a round answer in plain HTML
 * (`lib/server/rounds/confirm-record-form.ts`).
 */
export type ControlShape =
  /** A text that usually has one line; `isAddress` if it never has several. */
  | { draws: "line"; type: "text" | "email" | "tel"; inputMode?: "tel" | "url"; isAddress?: true; isExplained?: true }
  | { draws: "area"; rows: number }
  /** Several names in free text. */
  | { draws: "names"; rows: number }
  /** One of several entries, or none. */
  | { draws: "choice" }
  /** Any number of several entries. */
  | { draws: "choices" }
  | { draws: "tick" }
  | { draws: "day" };

/** The controls of fields. */
export const CONTROLS = {
  text: { draws: "line", type: "text" },
  notice_period: { draws: "line", type: "text", isExplained: true },
  email: { draws: "line", type: "email", isAddress: true },
  phone: { draws: "line", type: "tel", inputMode: "tel" },
  web_address: { draws: "line", type: "text", inputMode: "url", isAddress: true },
  long_text: { draws: "area", rows: 5 },
  names: { draws: "names", rows: 5 },
  select: { draws: "choice" },
  multiselect: { draws: "choices" },
  checkbox: { draws: "tick" },
  date: { draws: "day" },
} as const satisfies Readonly<Record<string, ControlShape>>;

/** The name of a control, which a field's definition contains. */
export type ControlName = keyof typeof CONTROLS;

/** Returns how a control is drawn. */
export const shapeOf = (control: ControlName): ControlShape => CONTROLS[control];
