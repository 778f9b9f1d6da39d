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
import { confirmWords } from "@/lib/features/rounds/server/confirm-frame";
import { renderRecordForm } from "@/lib/features/rounds/server/confirm-record-form";
import { markup } from "@/lib/features/rounds/server/safe-html";
import de from "@/messages/de.json";

/*
 * A field is edited in two forms: in React, and in plain HTML by recipients of a round (contract §15).
 */

const OPTIONS = [
  { id: 3, label: "Köln" },
  { id: 5, label: "Wien" },
];

/** A field with the control, of a kind or of the links of one. */
function fieldWith(control: ControlName) {
  const ofLinks = relations.map(({ fields = {} }) => ({ apiPath: getAt(allDefinitions, 0).apiPath, fields }));
  const all = [...allDefinitions, ...ofLinks].flatMap(({ apiPath, fields }) =>
    Object.entries(fields).map(([name, field]) => ({ kind: apiPath, name, field })),
  );
  const found = all.find(({ field }) => field.control === control);
  if (!found) throw new Error(`No field has the control ${control}`);
  return found;
}

type Given = ReturnType<typeof fieldWith> & { value: unknown };

const inReact = ({ name, field, value }: Given): string =>
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

function inHtml({ kind, name, field, value }: Given): string {
  const shown = { name, label: name, type: field.control ?? "text", value, text: "", options: OPTIONS };
  const { main } = renderRecordForm({
    t: confirmWords("de"),
    view: { locale: "de", digests: new Map(), describe: () => null },
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

/** What a form's HTML says of the control with this name. */
function controlIn(html: string, name: string) {
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
const withElement = (...elements: string[]) =>
  names
    .filter((control) => elements.includes(widgetOf(control).element))
    .map((control) => [control, fieldWith(control)] as const);

/** What both forms say of a field with a value. */
function both(field: ReturnType<typeof fieldWith>, value: unknown) {
  const given = { ...field, value };
  return {
    react: controlIn(inReact(given), field.name),
    html: controlIn(inHtml(given), `answers.0.changes.${field.name}`),
    htmlOfForm: inHtml(given),
    reactOfForm: inReact(given),
  };
}

const withoutTag = ({ tag: _, ...rest }: ReturnType<typeof controlIn>) => rest;

describe("the form in React and the one in plain HTML agree on", () => {
  it.each(withElement("input", "textarea"))(
    "the element, input type, text and required state of %s",
    (control, field) => {
      const { react, html } = both(field, "Zoë");
      expect(html.element).toBeDefined();
      expect(withoutTag(html)).toEqual(withoutTag(react));
      expect(valueOf(html.tag, "maxlength"), "HTML limits the length; React shows the number of characters left").toBe(
        String(field.field.max),
      );
      const widget = widgetOf(control);
      const several = both(field, "a\nb\nc");
      if (widget.element === "input" && widget.isSingleLine) expect(several.html.text).toBe("a b c");
      else expect(withoutTag(several.html)).toEqual(withoutTag(several.react));
    },
  );

  it.each(withElement("select"))("the options and the selected one of %s", (_, field) => {
    const { react, html } = both(field, 5);
    expect(withoutTag(html)).toEqual(withoutTag(react));
    expect(html.options).toEqual([
      { value: "3", isSelected: false },
      { value: "5", isSelected: true },
    ]);
  });

  it.each(withElement("multiselect"))(
    "no text box for %s; HTML checks the selected options and lists them first",
    (_, field) => {
      const { reactOfForm, htmlOfForm } = both(field, [5]);
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

  it.each(withElement("names"))("the names of %s, without a limit for all of them together", (_, field) => {
    const { reactOfForm, html } = both(field, ["Uni Wien", "TU"]);
    expect(html.text).toBe("Uni Wien\nTU");
    expect(valueOf(html.tag, "maxlength")).toBeUndefined();
    for (const name of ["Uni Wien", "TU"]) expect(reactOfForm).toContain(name);
  });

  it.each(withElement("checkbox"))("the state of %s", (_, field) => {
    for (const isChecked of [true, false]) {
      const { react, html } = both(field, isChecked);
      for (const { tag, type } of [react, html]) {
        expect(type).toBe("checkbox");
        expect(attribute(tag, "checked") !== null).toBe(isChecked);
      }
    }
  });

  it.each(withElement("date"))("the date of %s", (_, field) => {
    const { react, html } = both(field, "2026-11-27");
    expect(html.type).toBe("date");
    expect(react.text).toBe(displayDate(html.text ?? ""));
    expect(html.isRequired).toBe(react.isRequired);
  });
});

it("every control is covered by a test above", () => {
  expect(
    withElement("input", "textarea", "select", "multiselect", "names", "checkbox", "date").map(([control]) => control),
  ).toEqual(names);
});
