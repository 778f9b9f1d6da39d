import fc from "fast-check";
import { expect, it } from "vitest";
import { shortenedText, textDifference } from "./text-difference";

it("marks the words that differ", () => {
  expect(textDifference("+49 241 6009 12", "+49 241 80 12")).toEqual({
    old: { before: "+49 241 ", marked: "6009 ", after: "12" },
    now: { before: "+49 241 ", marked: "80 ", after: "12" },
  });
});

it("marks one name among several", () => {
  const { now } = textDifference("Energie, Mobilität", "Energie, Wasser, Mobilität");
  expect(now).toEqual({ before: "Energie, ", marked: "Wasser, ", after: "Mobilität" });
});

it("marks a whole text that has nothing in common with the other", () => {
  expect(textDifference("", "neu").now).toEqual({ before: "", marked: "neu", after: "" });
});

it("loses no character of either text", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", "\n", "ä") });
  fc.assert(
    fc.property(text, text, (old, now) => {
      const { old: one, now: other } = textDifference(old, now);
      expect([one.before + one.marked + one.after, other.before + other.marked + other.after]).toEqual([old, now]);
    }),
  );
});

it("shortenedText does not shorten a short text", () => {
  expect(shortenedText(textDifference("alt", "neu").now)).toBeNull();
});

it("shortenedText shortens a long text to the part that differs", () => {
  const words = "und so weiter ".repeat(40);
  const { now } = textDifference(`${words}alt ${words}`, `${words}neu ${words}`);
  const shown = shortenedText(now);
  expect(shown?.marked).toBe("neu ");
  expect(shown?.before).toMatch(/^… .{1,50}$/);
  expect(shown?.after).toMatch(/^.{1,50} …$/);
});
