/**
 * How a control is rendered. Two forms render it: staff edit records in React
 * (`components/records/form/field-control.tsx`), and recipients of a confirmation round in plain HTML
 * (`lib/features/rounds/server/page/confirm-record-form.ts`).
 */
export type Widget =
  | {
      /** A text that usually has one line; both forms show several lines in a textarea. */
      element: "input";
      type: "text" | "email" | "tel";
      inputMode?: "tel" | "url";
      /** Line breaks are replaced by spaces. */
      isSingleLine?: true;
      /** The React form shows how the app reads the text. */
      isInterpreted?: true;
      /** The React form offers places for the text. */
      offersPlaces?: true;
    }
  | { element: "textarea"; rows: number }
  /** Several names as free text. */
  | { element: "names"; rows: number }
  | { element: "select" }
  /** One entry of a long list: searched in the React form, typed by its name in the other. */
  | { element: "entry" }
  | { element: "multiselect" }
  | { element: "checkbox" }
  | { element: "date" };

/** The controls that a field's definition can name. */
export const CONTROLS = {
  text: { element: "input", type: "text" },
  notice_period: { element: "input", type: "text", isInterpreted: true },
  place: { element: "input", type: "text", isSingleLine: true, offersPlaces: true },
  email: { element: "input", type: "email", isSingleLine: true },
  phone: { element: "input", type: "tel", inputMode: "tel" },
  web_address: { element: "input", type: "text", inputMode: "url", isSingleLine: true },
  long_text: { element: "textarea", rows: 5 },
  names: { element: "names", rows: 5 },
  select: { element: "select" },
  entry_search: { element: "entry" },
  multiselect: { element: "multiselect" },
  checkbox: { element: "checkbox" },
  date: { element: "date" },
} as const satisfies Readonly<Record<string, Widget>>;

export type ControlName = keyof typeof CONTROLS;

/** Returns how a control is rendered. */
export const widgetOf = (control: ControlName): Widget => CONTROLS[control];
