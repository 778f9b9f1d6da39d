import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { FieldControl } from "@/components/records/form/field-control";
import { LabelledField } from "@/components/ui/labelled-field";
import { getAt } from "@/lib/model/pure/get-at";
import { CONTROLS, widgetOf, type ControlName } from "@/lib/model/fields/controls";
import { displayDate } from "@/lib/model/fields/day";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { relations } from "@/lib/model/kinds/relations";
import { confirmWords } from "@/lib/features/rounds/server/page/confirm-frame";
import { renderRecordForm } from "@/lib/features/rounds/server/page/confirm-record-form";
import { markup } from "@/lib/features/rounds/server/page/safe-html";
import de from "@/messages/de.json";

/*
 * A field is edited in two forms: in React, and in plain HTML by recipients of a round (contract §15).
 */

const OPTIONS = [
  { id: 3, label: "Köln" },
  { id: 5, label: "Wien" },
];

/** A field with the control, of a kind or of the links of one. */
function findField(control: ControlName) {
  const linkDefinitions = relations.map(({ fields = {} }) => ({ apiPath: getAt(allDefinitions, 0).apiPath, fields }));
  const all = [...allDefinitions, ...linkDefinitions].flatMap(({ apiPath, fields }) =>
    Object.entries(fields).map(([name, field]) => ({ kind: apiPath, name, field })),
  );
  const found = all.find(({ field }) => field.control === control);
  if (!found) throw new Error(`No field has the control ${control}`);
  return found;
}

type FieldWithValue = ReturnType<typeof findField> & { value: unknown };

const renderReact = ({ name, field, value }: FieldWithValue): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="de" messages={de} timeZone="Europe/Berlin">
      <LabelledField label={name} required={field.required}>
        {(control) => (
          <FieldControl
            definition={field}
            control={control}
            options={OPTIONS}
            binding={{ name, value, onChange: () => undefined, onBlur: () => undefined, inputRef: () => undefined }}
          />
        )}
      </LabelledField>
    </NextIntlClientProvider>,
  );

function renderHtml({ kind, name, field, value }: FieldWithValue): string {
  const shown = { name, label: name, type: field.control ?? "text", value, text: "" };
  const round = { titel: "", text: "", faellig_am: "2026-11-28", records: [], options: { [name]: [...OPTIONS] } };
  const { main } = renderRecordForm({
    t: confirmWords("de"),
    view: { locale: "de", digests: new Map(), describe: () => null, round },
    links: { isPreview: false, href: () => "#", form: (controls) => controls, button: () => markup`` },
    record: { kind, id: 1, label: "Eins", fields: [shown], answer: null },
    kindName: "",
    answer: "changed",
  });
  // Leaves out the comment box, which belongs to no field.
  return main.html.split('name="answers.0.comment"')[0] ?? "";
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}(?:="([^"]*)"|(?=[\\s/>]))`, "i").exec(tag);
const valueOf = (tag: string, name: string) => attribute(tag, name)?.[1];

const tagsIn = (html: string, elements: string) => html.match(new RegExp(`<(?:${elements})\\b[^>]*>`, "g")) ?? [];

/** Parses the control with this name in a form's HTML. */
function parseControl(html: string, name: string) {
  const tag = tagsIn(html, "input|textarea|select").find((one) => valueOf(one, "name") === name) ?? "";
  const text = new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];
  return {
    tag,
    element: /^<(\w+)/.exec(tag)?.[1],
    type: valueOf(tag, "type"),
    mode: valueOf(tag, "inputmode"),
    rows: valueOf(tag, "rows"),
    isRequired: valueOf(tag, "aria-required") === "true",
    text: text?.replace(/^\n/, "") ?? valueOf(tag, "value"),
    options: tagsIn(html, "option").flatMap((one) => {
      const value = valueOf(one, "value");
      return value ? [{ value, isSelected: attribute(one, "selected") !== null }] : [];
    }),
  };
}

const names = Object.keys(CONTROLS) as ControlName[];
const controlsWithElement = (...elements: string[]) =>
  names
    .filter((control) => elements.includes(widgetOf(control).element))
    .map((control) => [control, findField(control)] as const);

/** Renders a field with a value in both forms. */
function renderBoth(field: ReturnType<typeof findField>, value: unknown) {
  const fieldWithValue = { ...field, value };
  return {
    react: parseControl(renderReact(fieldWithValue), field.name),
    html: parseControl(renderHtml(fieldWithValue), `answers.0.changes.${field.name}`),
    htmlOfForm: renderHtml(fieldWithValue),
    reactOfForm: renderReact(fieldWithValue),
  };
}

const withoutTag = ({ tag: _, ...rest }: ReturnType<typeof parseControl>) => rest;

describe("the React form and the plain HTML form", () => {
  it.each(controlsWithElement("input", "textarea"))(
    "the React and the HTML form have the same element, type, text and required state for %s",
    (control, field) => {
      const { react, html } = renderBoth(field, "Zoë");
      expect(html.element).toBeDefined();
      expect(withoutTag(html)).toEqual(withoutTag(react));
      expect(valueOf(html.tag, "maxlength"), "HTML limits the length; React shows the number of characters left").toBe(
        String(field.field.max),
      );
      const widget = widgetOf(control);
      const multiline = renderBoth(field, "a\nb\nc");
      if (widget.element === "input" && widget.isSingleLine) expect(multiline.html.text).toBe("a b c");
      else expect(withoutTag(multiline.html)).toEqual(withoutTag(multiline.react));
    },
  );

  it.each(controlsWithElement("select"))(
    "the React and the HTML form have the same options and selection for %s",
    (_, field) => {
      const { react, html } = renderBoth(field, 5);
      expect(withoutTag(html)).toEqual(withoutTag(react));
      expect(html.options).toEqual([
        { value: "3", isSelected: false },
        { value: "5", isSelected: true },
      ]);
    },
  );

  it.each(controlsWithElement("entry"))(
    "neither form has the options of %s: React searches the list, and the HTML form takes a name",
    (_, field) => {
      const { react, html, htmlOfForm } = renderBoth(field, 5);
      expect([react.element, html.element, html.type]).toEqual(["input", "input", "text"]);
      expect(react.text).toBe("Wien");
      expect(html.isRequired).toBe(react.isRequired);
      expect(htmlOfForm).not.toContain("Köln");
    },
  );

  it.each(controlsWithElement("multiselect"))(
    "neither form has a text box for %s; the HTML form lists the checked options first",
    (_, field) => {
      const { reactOfForm, htmlOfForm } = renderBoth(field, [5]);
      const boxes = tagsIn(htmlOfForm, "input").filter((tag) => valueOf(tag, "type") === "checkbox");
      expect(boxes.map((tag) => [valueOf(tag, "value"), attribute(tag, "checked") !== null])).toEqual([
        ["5", true],
        ["3", false],
      ]);
      // React loads the control after the form.
      for (const form of [reactOfForm, htmlOfForm]) expect(tagsIn(form, "textarea|select")).toEqual([]);
      expect(tagsIn(reactOfForm, "input")).toEqual([]);
    },
  );

  it.each(controlsWithElement("names"))(
    "the React and the HTML form show the names of %s, without a total length limit",
    (_, field) => {
      const { reactOfForm, html } = renderBoth(field, ["Uni Wien", "TU"]);
      expect(html.text).toBe("Uni Wien\nTU");
      expect(valueOf(html.tag, "maxlength")).toBeUndefined();
      for (const name of ["Uni Wien", "TU"]) expect(reactOfForm).toContain(name);
    },
  );

  it.each(controlsWithElement("checkbox"))(
    "the React and the HTML form have the same checked state for %s",
    (_, field) => {
      for (const isChecked of [true, false]) {
        const { react, html } = renderBoth(field, isChecked);
        for (const { tag, type } of [react, html]) {
          expect(type).toBe("checkbox");
          expect(attribute(tag, "checked") !== null).toBe(isChecked);
        }
      }
    },
  );

  it.each(controlsWithElement("date"))("the React and the HTML form show the same date for %s", (_, field) => {
    const { react, html } = renderBoth(field, "2026-11-27");
    expect(html.type).toBe("date");
    expect(react.text).toBe(displayDate(html.text ?? ""));
    expect(html.isRequired).toBe(react.isRequired);
  });
});

it("every form control is covered by a test of this file", () => {
  expect(
    controlsWithElement("input", "textarea", "select", "entry", "multiselect", "names", "checkbox", "date").map(
      ([control]) => control,
    ),
  ).toEqual(names);
});
