import { ownValue } from "@/lib/model/pure/own-value";
/** Names of the invented people. Some are spelling variants that a search must find together. */
export const FIRST_NAMES =
  `Anna Bärbel Christoph Dörte Elif Emre Franziska Günther Hannah Ines Jörg Jürgen Käthe Katharina Lars
Lukas Małgorzata Marie Matthias Mehmet Michael Nadja Noémie Ole Özlem Paul Petra René Rosa Sabine Søren Stefan Susanne
Tanja Thomas Ümit Ursula Verena Wolfgang Yusuf Zoë Álvaro Björn Célia Dilara Eszter Friederike Giulia Heike Ivana
Jasmin Karl-Heinz Lena Marlene Nikolai Olga Patrick Renate Sören Theresa Uwe Vanessa Xenia`.split(/\s+/);

export const SURNAMES =
  `Müller Mueller Schröder Schroeder Weiß Weiss Günther Müller-Lüdenscheidt Bäcker Bachmann Böhm Çelik Dąbrowski
Díaz Eberle Fernández Fröhlich García Gößling Groß Häusler Hoffmann Jäger Janßen Kaya Köhler König Kovács Krämer Krüger
Lehmann Löwe Marchetti Meißner Möller Müller Nguyễn Nowak Öztürk Petrović Pöhlmann Quast Ritter Rößler Sánchez Schäfer
Schmidt Schneider Schütz Schulze-Thiele Simić Süß Thoß Uhl Vögele Vogt Wagner Weiß Winkler Yıldız Zöllner Šimek Ødegaard
Müller Schröder Bauer Klein Lindqvist Dubois O'Connor Rossi`.split(/\s+/);

const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", ø: "o", ł: "l", ı: "i" };

/** Converts a name for an e-mail address: "Jörg" becomes "joerg", "O'Connor" becomes "oconnor". */
export function addressPart(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüßøłı]/g, (letter) => ownValue(SPELLED_OUT, letter) ?? "")
    .normalize("NFD")
    .replace(/[^a-z-]/g, "");
}
