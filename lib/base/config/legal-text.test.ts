import { expect, it } from "vitest";
import { renderMarkdown } from "./legal-text";

it("renderMarkdown uses a leading heading as the page title and demotes other top-level headings", () => {
  expect(renderMarkdown("# Impressum\n\nText\n\n# Noch eine\n\n## Und eine\n")).toEqual({
    title: "Impressum",
    html: "<p>Text</p>\n<h2>Noch eine</h2>\n<h2>Und eine</h2>\n",
  });
  expect(renderMarkdown("Text\n")).toEqual({ title: null, html: "<p>Text</p>\n" });
  expect(renderMarkdown("")).toEqual({ title: null, html: "" });
});

it("renderMarkdown escapes raw HTML", () => {
  const { html } = renderMarkdown('<script>alert(1)</script>\n\nEin <img src=x onerror="alert(1)"> Bild\n');
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).toContain("&lt;script&gt;");
});

it.each(["javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd"])(
  "renderMarkdown renders no link for %s",
  (address) => {
    expect(renderMarkdown(`[hier](${address}) und <${address}>\n`).html).not.toContain("<a ");
  },
);

it("renderMarkdown renders links for web addresses, mail addresses and internal paths", () => {
  const { html } = renderMarkdown(
    "[Ablage](https://ph.example/a) [Anmelden](/login) <post@ph.example> https://www.ph.example\n",
  );
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "https://ph.example/a",
    "/login",
    "mailto:post@ph.example",
    "https://www.ph.example",
  ]);
});
