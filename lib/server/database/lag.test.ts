import { expect, it } from "vitest";
import { Lag } from "./lag";

function noted(...samples: [seconds: number, position: bigint][]): Lag {
  const lag = new Lag();
  for (const [seconds, position] of samples) lag.note(position, seconds * 1000);
  return lag;
}

it("a replica lags since the primary went beyond what it has", () => {
  const lag = noted([0, 100n], [1, 200n], [2, 300n]);
  expect(lag.of(100n, 5_000)).toEqual({ seconds: 4, bytes: 200 });
  expect(lag.of(250n, 5_000)).toEqual({ seconds: 3, bytes: 50 });
});

it("one that has everything does not lag, however quiet the night is", () => {
  const lag = noted([0, 100n], [1, 200n]);
  expect(lag.of(200n, 3_600_000)).toEqual({ seconds: 0, bytes: 0 });
  expect(lag.of(201n, 3_600_000)).toEqual({ seconds: 0, bytes: 0 });
});

it("counts from the first look that found more, not from the last", () => {
  expect(noted([0, 100n], [1, 200n], [2, 200n], [3, 200n]).of(100n, 4_000)).toEqual({ seconds: 3, bytes: 100 });
});

it("forgets what is long past, and still knows that a replica is far behind", () => {
  const lag = noted([0, 100n], [1_000, 200n], [2_000, 300n]);
  expect(lag.of(50n, 2_000_000)).toEqual({ seconds: 0, bytes: 250 });
  lag.note(400n, 2_060_000);
  expect(lag.of(50n, 2_060_000)).toEqual({ seconds: 60, bytes: 350 });
});

it("of a primary that nobody has seen yet nothing is missing", () => {
  expect(new Lag().of(100n, 0)).toEqual({ seconds: 0, bytes: 0 });
});
