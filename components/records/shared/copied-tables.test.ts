import { describe, expect, it } from "vitest";
import { countTableRows, tablesAsHtml, tablesAsText } from "./copied-tables";

const list = {
  head: ["Titel", "Ende"],
  rows: [
    ["A & <B>\nPH Gmünd", "01.02.2027"],
    ["C", ""],
  ],
};

describe("copied tables", () => {
  it("copied tables are HTML with a head, escaped texts and line breaks", () => {
    const html = tablesAsHtml([list]).replace(/ style="[^"]*"/g, "");
    expect(html).toBe(
      "<table><thead><tr><th>Titel</th><th>Ende</th></tr></thead><tbody>" +
        "<tr><td>A &amp; &lt;B&gt;<br>PH Gmünd</td><td>01.02.2027</td></tr><tr><td>C</td><td></td></tr></tbody></table>",
    );
  });

  it("copied tables are text with tabs between cells, each row on one line", () => {
    expect(tablesAsText([list])).toBe("Titel\tEnde\nA & <B>, PH Gmünd\t01.02.2027\nC\t");
  });

  it("copied tables have headings where there are several, and no head where a table has none", () => {
    const tables = [
      { heading: "Stammdaten", head: [], rows: [["Status", "laufend"]] },
      { heading: "Personen (1)", head: ["Name"], rows: [["Eva"]] },
    ];
    expect(tablesAsText(tables)).toBe("Stammdaten\nStatus\tlaufend\n\nPersonen (1)\nName\nEva");
    expect(tablesAsHtml(tables)).toContain("<h3>Stammdaten</h3>");
    expect(tablesAsHtml(tables)).not.toContain("<thead></thead>");
    expect(countTableRows(tables)).toBe(2);
  });
});
