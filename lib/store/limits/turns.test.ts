import { expect, it } from "vitest";
import { turnsOf } from "./turns";

it("turnsOf yields to the event loop between turns", async () => {
  let loops = 0;
  let isOver = false;
  const loop = () => {
    loops += 1;
    if (!isOver) setImmediate(loop);
  };
  loop();
  const seen = await Promise.all(turnsOf(5).map((turn) => turn.then(() => loops)));
  isOver = true;
  expect(new Set(seen).size).toBe(5);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
});

it("turnsOf returns no promises for zero turns", () => {
  expect(turnsOf(0)).toEqual([]);
});
