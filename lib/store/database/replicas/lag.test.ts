import { expect, it } from "vitest";
import { Lag } from "./lag";

function lagOf(...samples: [seconds: number, position: bigint][]): Lag {
  const lag = new Lag();
  for (const [seconds, position] of samples) lag.record(position, seconds * 1000);
  return lag;
}

it("Lag measures from the moment the primary passed the replica's position", () => {
  const lag = lagOf([0, 100n], [1, 200n], [2, 300n]);
  expect(lag.of(100n, 5_000)).toEqual({ seconds: 4, bytes: 200 });
  expect(lag.of(250n, 5_000)).toEqual({ seconds: 3, bytes: 50 });
});

it("Lag reports none for a replica that has everything, however long ago the last write was", () => {
  const lag = lagOf([0, 100n], [1, 200n]);
  expect(lag.of(200n, 3_600_000)).toEqual({ seconds: 0, bytes: 0 });
  expect(lag.of(201n, 3_600_000)).toEqual({ seconds: 0, bytes: 0 });
});

it("Lag measures from the first sample beyond the replica's position, not from the last", () => {
  expect(lagOf([0, 100n], [1, 200n], [2, 200n], [3, 200n]).of(100n, 4_000)).toEqual({ seconds: 3, bytes: 100 });
});

it("Lag drops old samples and still reports a replica that is far behind", () => {
  const lag = lagOf([0, 100n], [1_000, 200n], [2_000, 300n]);
  expect(lag.of(50n, 2_000_000)).toEqual({ seconds: 0, bytes: 250 });
  lag.record(400n, 2_060_000);
  expect(lag.of(50n, 2_060_000)).toEqual({ seconds: 60, bytes: 350 });
});

it("Lag reports none before the first sample of the primary", () => {
  expect(new Lag().of(100n, 0)).toEqual({ seconds: 0, bytes: 0 });
});
