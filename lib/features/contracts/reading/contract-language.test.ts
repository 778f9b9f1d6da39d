import { describe, expect, it } from "vitest";
import { isReadLanguage, sentenceLanguage } from "./contract-language";

describe("isReadLanguage", () => {
  it.each([
    ["German", "Die Hochschulen arbeiten in der Lehre zusammen und werden sich mit dem Austausch unterstützen."],
    ["English", "The universities shall cooperate in teaching and will support each other with the exchange of staff."],
    [
      "German and English",
      "Die Hochschulen arbeiten in der Lehre zusammen und werden das fördern. The universities shall cooperate in the field of teaching and research.",
    ],
  ])("isReadLanguage accepts %s", (_language, text) => {
    expect(isReadLanguage(text)).toBe(true);
  });

  it.each([
    [
      "French",
      "Les parties échangent au plus cinq étudiants et la convention est renouvelable par les parties dans le respect du présent article.",
    ],
    [
      "Spanish",
      "El presente convenio entrará en vigor el 1 de septiembre y las partes lo podrán denunciar con una antelación de tres meses.",
    ],
    [
      "Polish",
      "Umowa wchodzi w życie z dniem 1 stycznia i zostaje zawarta na czas nieokreślony, a strony nie mogą jej wypowiedzieć.",
    ],
    [
      "Dutch",
      "Het contract wordt aangegaan voor een periode van vijf jaar en kan door de partijen worden beëindigd met een termijn van drie maanden.",
    ],
    ["no language", "1.4.2026 – 31.3.2029"],
  ])("isReadLanguage refuses %s", (_language, text) => {
    expect(isReadLanguage(text)).toBe(false);
  });
});

describe("sentenceLanguage", () => {
  it.each([
    ["de", "die frist ist von einem monat zum ende des jahres"],
    ["en", "either party may terminate upon notice to the other"],
  ])("sentenceLanguage returns %s", (language, text) => {
    expect(sentenceLanguage(text)).toBe(language);
  });
});
