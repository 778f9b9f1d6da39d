import { beforeAll } from "vitest";
import { fillGazetteer } from "@/scripts/gazetteer/fill-gazetteer";

const TIMEOUT_MS = 60_000;

/** Fills the gazetteer of this test file's database, which takes several seconds. */
export function fillGazetteerFirst(): void {
  beforeAll(async () => void (await fillGazetteer(process.env.DATABASE_URL ?? "")), TIMEOUT_MS);
}
