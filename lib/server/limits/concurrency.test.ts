import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inLane } from "./concurrency";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

/** A pool of ten leaves five places to lists, two of them to one user. */
const PLACES = 5;
const never = () => new Promise<never>(() => {});
const outcome = async (work: Promise<unknown>) => {
  let status = "waits";
  work.then(
    () => (status = "done"),
    (error: Error) => (status = error.message),
  );
  await Promise.resolve();
  return () => status;
};
const shared = globalThis as { cooperationLanes?: unknown; cooperationAdmission?: unknown };

beforeEach(() => {
  vi.useFakeTimers();
  delete shared.cooperationLanes;
});
afterEach(() => {
  vi.useRealTimers();
  delete shared.cooperationAdmission;
});
const takeAll = () => {
  for (let user = 1; user <= PLACES; user += 1) void inLane("reading", user, never);
};

it("in a burst a list waits for its turn, ten seconds if it must", async () => {
  takeAll();
  const status = await outcome(inLane("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(status()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("error_api");
});

it("where a queue has stood for two seconds, whoever comes is refused within half a second", async () => {
  takeAll();
  await outcome(inLane("reading", 8, async () => "read"));
  await vi.advanceTimersByTimeAsync(2_001);
  const status = await outcome(inLane("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(399);
  expect(status()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("error_api");
});

it("where the whole instance is overloaded, at once", async () => {
  shared.cooperationAdmission = { isFull: true };
  takeAll();
  const status = await outcome(inLane("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(400);
  expect(status()).toBe("error_api");
});

it("who only waits for his own share is no queue: others have places, and he has his ten seconds", async () => {
  for (let time = 0; time < 3; time += 1) void inLane("reading", 1, never).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  const status = await outcome(inLane("reading", 1, async () => "read"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe("waits");
});

it("what takes long by itself waits as ever", async () => {
  shared.cooperationAdmission = { isFull: true };
  for (let user = 1; user <= 2; user += 1) void inLane("printing", user, never);
  const status = await outcome(inLane("printing", 9, async () => "drawn"));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(status()).toBe("waits");
});

it("a place goes to the first who may have it, not to who has his share already", async () => {
  const leaves: (() => void)[] = [];
  const stays = () => new Promise<void>((resolve) => void leaves.push(resolve));
  for (const user of [1, 1, 2, 3, 4]) void inLane("reading", user, stays);
  await vi.advanceTimersByTimeAsync(0);
  const entered: string[] = [];
  const enters = (name: string) => () => {
    entered.push(name);
    return never();
  };
  for (const [name, user] of [
    ["his third", 1],
    ["another's", 5],
    ["a later one's", 6],
  ] as const) {
    void inLane("reading", user, enters(name)).catch(() => undefined);
  }
  leaves.at(-1)?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(["another's"]);
});

it("of one user's calls so many wait and no more, and nobody else's are refused for it", async () => {
  for (let time = 0; time < 102; time += 1) void inLane("reading", 1, never).catch(() => undefined);
  const more = await outcome(inLane("reading", 1, never));
  for (let user = 2; user <= 4; user += 1) void inLane("reading", user, never);
  const another = await outcome(inLane("reading", 5, never));
  await vi.advanceTimersByTimeAsync(0);
  expect(more()).toBe("too_many_requests");
  expect(another()).toBe("waits");
});
