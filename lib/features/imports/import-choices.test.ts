import { describe, expect, it } from "vitest";
import { choiceOf, choicesBody, choose, chosenForAll, countChoices } from "./import-choices";

const second = { row: 2, similar: [{ id: 20 }, { id: 21 }] };
const third = { row: 3, similar: [{ id: 30 }] };

describe("choices for probable duplicates", () => {
  it("choices create a new record by default", () => {
    expect(choiceOf(chosenForAll(), second)).toEqual({ row: 2, action: "create" });
    expect(choicesBody(chosenForAll())).toEqual({ similar: "create", choices: [] });
  });

  it("a choice for all rows updates the best match, and keeps the choices of single rows", () => {
    const some = choose(chosenForAll("update"), second, { action: "update", id: 21 });
    expect(choiceOf(some, second)).toEqual({ row: 2, action: "update", id: 21 });
    expect(choiceOf(some, third)).toEqual({ row: 3, action: "update", id: 30 });
    expect(choicesBody(some)).toEqual({ similar: "update", choices: [{ row: 2, action: "update", id: 21 }] });
  });

  it("choices omit the choice of a row that equals the choice for all rows", () => {
    const once = choose(chosenForAll("update"), second, { action: "skip" });
    expect(choose(once, second, { action: "update", id: 20 }).rows.size).toBe(0);
    expect(choose(once, second, { action: "update", id: 21 }).rows.size).toBe(1);
  });

  it("a choice for all rows discards the choices of single rows", () => {
    expect(choiceOf(chosenForAll("skip"), third)).toEqual({ row: 3, action: "skip" });
  });

  it("countChoices counts the choices for all rows, also on pages that were not opened", () => {
    const some = choose(choose(chosenForAll("skip"), second, { action: "create" }), third, {
      action: "update",
      id: 30,
    });
    expect(countChoices(some, 12)).toEqual({ create: 1, update: 1, skip: 10 });
    expect(countChoices(chosenForAll(), 12)).toEqual({ create: 12, update: 0, skip: 0 });
  });
});
