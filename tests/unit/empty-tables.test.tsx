import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ListFooter } from "@/components/records/list/list-footer";
import { TablePages } from "@/components/tables/table-bars";
import messages from "@/messages/de.json";

const markup = (element: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="de" messages={messages} timeZone="Europe/Berlin">
      {element}
    </NextIntlClientProvider>,
  );
const textOf = (html: string) => {
  const texts = html.split("<").map((part) => part.slice(part.indexOf(">") + 1).trim());
  return texts.filter((text) => text !== "").join(" ");
};

const footers: [name: string, draw: (total: number) => ReactNode][] = [
  [
    "a list page",
    (total) => (
      <ListFooter
        query={{ pageNo: 0, pageSize: 10 }}
        shown={total}
        total={total}
        firstHref="/members"
        sizes={[{ pageSize: 25, href: "/members?pageSize=25" }]}
      />
    ),
  ],
  ["a table", (total) => <TablePages pages={{ pageIndex: 0, pageSize: 10 }} total={total} onChange={() => {}} />],
];

it.each(footers)(
  "the empty footer of %s has no range, page size or page, and tells screen readers that it is empty",
  (_, draw) => {
    const html = markup(draw(0));
    expect(textOf(html)).toBe("Keine Einträge");
    expect(html).toContain('aria-live="polite"');
    expect(html).toMatch(/^<div class="sr-only">/);
  },
);

it.each(footers)("the footer of %s with a row has its range, page sizes and pages", (_, draw) => {
  const html = markup(draw(1));
  expect(textOf(html)).toMatch(/^Zeige 1 bis 1 von 1 Einträgen Einträge pro Seite .*\b1$/);
  expect(html).toContain('aria-label="Seite 1"');
});

it("the footer of an empty table keeps its further actions", () => {
  const html = markup(
    <TablePages pages={{ pageIndex: 0, pageSize: 10 }} total={0} onChange={() => {}}>
      <a href="/projects">In der Liste filtern</a>
    </TablePages>,
  );
  expect(textOf(html)).toBe("Keine Einträge In der Liste filtern");
  expect(html).not.toMatch(/^<div class="sr-only">/);
});
