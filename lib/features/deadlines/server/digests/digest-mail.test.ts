import { describe, expect, it } from "vitest";
import type { DeadlineToReport } from "../deadlines-to-report";
import { writeDigest } from "./digest-mail";

const project = (projekt_id: number, more: Partial<DeadlineToReport> = {}): DeadlineToReport => ({
  ...{ projekt_id, projekt_titel: `Vorhaben ${projekt_id}`, state: "soon", day: "2027-09-30", what: "last_notice" },
  ...{ days_left: 12, members: [] },
  ...more,
});

const reader: Parameters<typeof writeDigest>[1] = {
  to: "zoe@ph.example",
  name: "Zoë Müller",
  language: "de",
  digest: "weekly",
  scope: "all",
  appUrl: "https://koop.example",
  university: "PH Musterstadt",
  unsubscribe: "42.abc",
  messageId: "digest.42@koop",
};

describe("writeDigest", () => {
  it("lists projects by state, most urgent first, each with its day, members and link", () => {
    const rows = [
      project(1, {
        members: [
          { ph_id: 1, name: "Ada Ö." },
          { ph_id: 2, name: "Bo" },
        ],
      }),
      project(2, { state: "unread", day: null, what: null, days_left: null }),
      project(3, { state: "over", day: "2026-10-01", what: "end", days_left: -53 }),
      project(4, { what: "renewal", days_left: 0 }),
    ];
    const { text, subject } = writeDigest(rows, reader);
    expect(subject).toBe("4 Projekte brauchen Ihre Aufmerksamkeit");
    expect(text).toBe(`Guten Tag Zoë Müller,

bei folgenden Kooperationsprojekten steht etwas an.

Abgelaufen, aber nicht abgeschlossen (1)
----------------------------------------
Das Ende ist vorbei, der Status sagt es noch nicht. Bitte verlängern Sie das Projekt oder ändern Sie den Status.

* Vorhaben 3
  Vertragsende: 01.10.2026 (seit 53 Tagen)
  https://koop.example/projects/3

Alle in der Liste ansehen:
https://koop.example/projects?where%5Bfristenstand%5D%5Bin%5D=1&sortBy=projektende&sortOrder=asc

Bald fällig (2)
---------------
Der letzte Kündigungstag, das Ende oder eine Verlängerung steht bevor.

* Vorhaben 1
  Letzter Kündigungstag: 30.09.2027 (noch 12 Tage)
  Ada Ö., Bo
  https://koop.example/projects/1

* Vorhaben 4
  Verlängerung: 30.09.2027 (das ist heute)
  https://koop.example/projects/4

Alle in der Liste ansehen:
https://koop.example/projects?where%5Bfristenstand%5D%5Bin%5D=2&sortBy=projektende&sortOrder=asc

Kündigungsfrist nicht erkannt (1)
---------------------------------
Was als Kündigungsfrist eingetragen ist, wurde nicht erkannt. Bitte sehen Sie im Vertrag nach.

* Vorhaben 2
  https://koop.example/projects/2

Alle in der Liste ansehen:
https://koop.example/projects?where%5Bfristenstand%5D%5Bin%5D=3&sortBy=projektende&sortOrder=asc

Diese E-Mail bekommen Sie montags, weil Sie es in Ihrem Konto so eingestellt haben.
https://koop.example/pages/user

Fristen-Mails abbestellen:
https://koop.example/unsubscribe/42.abc

Diese Nachricht wurde automatisch verschickt. Bitte antworten Sie nicht darauf.

-- 
Kooperationsdatenbank · PH Musterstadt
`);
  });

  it("renders the digest as HTML with escaped titles, in English too", () => {
    const rows = [project(1, { projekt_titel: "<b>A & B</b>\nzwei", days_left: 1 })];
    const { html, text, subject } = writeDigest(rows, { ...reader, language: "en", scope: "mine" });
    expect(subject).toBe("One project needs your attention");
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<a href="https://koop.example/projects/1">&lt;b&gt;A &amp; B&lt;/b&gt; zwei</a>');
    expect(html).toContain("Last day to give notice: 30.09.2027 (that is tomorrow)");
    expect(html).toContain('<a href="https://koop.example/unsubscribe/42.abc">');
    expect(text).toContain("* <b>A & B</b> zwei\n");
    expect(text).toContain("of your cooperation projects");
  });

  it.each([
    [800, "30.09.2027 (noch rund 2 Jahre)"],
    [-800, "30.09.2027 (seit rund 2 Jahren)"],
  ])("gives a distance of %i days in years", (days_left, note) => {
    expect(writeDigest([project(1, { days_left })], reader).text).toContain(note);
  });

  it("lists at most forty projects per state and five members per project, and counts the rest", () => {
    const members = Array.from({ length: 7 }, (_, index) => ({ ph_id: index, name: `M${index}` }));
    const { text } = writeDigest(
      Array.from({ length: 43 }, (_, index) => project(index + 1, { members })),
      reader,
    );
    expect(text.match(/^\* /gm)).toHaveLength(40);
    expect(text).toContain("Bald fällig (43)");
    expect(text).toContain("M3, M4, und 2 weitere Mitglieder");
    expect(text).toContain("Und 3 weitere: alle in der Liste ansehen");
  });

  it("lets the mail program unsubscribe with one click (RFC 8058)", () => {
    expect(writeDigest([project(1)], reader).headers).toEqual({
      "List-Unsubscribe": "<https://koop.example/api/unsubscribe/42.abc>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});
