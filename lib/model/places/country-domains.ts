import { parseUrl } from "../pure/parse-url";
import { COUNTRY_CODES } from "./country-names";

/** Top-level domains of countries that are sold for their letters: anybody may be there. */
const SOLD = "ac ag ai cc cf co cx dj fm ga gg gq io me ml ms nu pw sc sh st tc tk to tv vc vg ws".split(" ");

/** Top-level domains of countries in other letters than those of their codes. */
const INTERNATIONALIZED: Readonly<Record<string, string>> = {
  AE: "امارات",
  AM: "հայ",
  BD: "বাংলা",
  BG: "бг",
  BH: "البحرين",
  BY: "бел",
  CN: "中国 中國",
  DZ: "الجزائر",
  EG: "مصر",
  GE: "გე",
  GR: "ελ",
  HK: "香港",
  IL: "ישראל",
  IN: "भारत ভারত ਭਾਰਤ ભારત இந்தியா భారత్ ಭಾರತ ഭാരതം ଭାରତ ভাৰত भारतम् भारोत بھارت بارت ڀارت",
  IQ: "عراق",
  IR: "ایران",
  JO: "الاردن",
  KR: "한국",
  KZ: "қаз",
  LA: "ລາວ",
  LK: "ලංකා இலங்கை",
  MA: "المغرب",
  MK: "мкд",
  MN: "мон",
  MO: "澳門",
  MR: "موريتانيا",
  MY: "مليسيا",
  OM: "عمان",
  PK: "پاکستان",
  PS: "فلسطين",
  QA: "قطر",
  RS: "срб",
  RU: "рф",
  SA: "السعودية",
  SD: "سودان",
  SG: "新加坡 சிங்கப்பூர்",
  SY: "سورية",
  TH: "ไทย",
  TN: "تونس",
  TW: "台湾 台灣",
  UA: "укр",
  YE: "اليمن",
};

const hostOf = (address: string) => parseUrl(address)?.hostname.replace(/\.$/, "") ?? "";

/** Returns the countries by their top-level domains, as URLs contain these. */
function readDomains(): ReadonlyMap<string, string> {
  const domains = new Map(COUNTRY_CODES.map((code) => [code.toLowerCase(), code]));
  for (const domain of SOLD) domains.delete(domain);
  domains.set("uk", "GB");
  for (const [code, labels] of Object.entries(INTERNATIONALIZED)) {
    for (const label of labels.split(" ")) domains.set(hostOf(`https://${label}`), code);
  }
  return domains;
}

let countries: ReadonlyMap<string, string> | undefined;

/**
 * Returns the alpha-2 code of the country whose top-level domain a web address has (contract §16);
 * null for other top-level domains, and for those that are sold for their letters.
 */
export function countryOfWebsite(address: string): string | null {
  const text = address.trim();
  const host = hostOf(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  const at = host.lastIndexOf(".");
  return at < 1 ? null : ((countries ??= readDomains()).get(host.slice(at + 1)) ?? null);
}
