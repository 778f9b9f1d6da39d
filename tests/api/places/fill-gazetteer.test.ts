import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { fillGazetteer } from "@/scripts/gazetteer/fill-gazetteer";
import { readGazetteer } from "@/scripts/gazetteer/gazetteer-file";
import { fillGazetteerFirst } from "../../support/databases/gazetteer";

fillGazetteerFirst();

const url = process.env.DATABASE_URL ?? "";
const contents = async () => ({
  places: await db().place.count(),
  names: await db().placeName.count(),
  hashes: await db().gazetteer.findMany(),
});
const pretendOtherFile = () => db().gazetteer.updateMany({ data: { hash: "of another file" } });

it("the gazetteer of a new database is that of the file", async () => {
  const { hash, places } = await readGazetteer();
  expect(await contents()).toEqual({
    places: (await places()).length,
    names: expect.any(Number) as number,
    hashes: [{ hash }],
  });
});

it("a gazetteer that was filled from the same file is not filled again", async () => {
  await db().place.updateMany({ where: { ort: "Ulm" }, data: { ort: "Ulm (kept)" } });
  expect(await fillGazetteer(url)).toBe(false);
  expect(await db().place.count({ where: { ort: "Ulm (kept)" } })).toBe(1);
});

describe("a gazetteer that was filled from another file", () => {
  beforeEach(async () => void (await pretendOtherFile()));

  it("a gazetteer of another file is replaced", async () => {
    const { places, names } = await contents();
    const { hash } = await readGazetteer();
    await db().place.create({
      data: { place_id: 1, land: 276, ort: "Former", breite: 0, laenge: 0, einwohner: 1 },
    });
    await db().placeName.create({ data: { name: "former", place_id: 1, is_later: false, land: 276, einwohner: 1 } });
    expect(await fillGazetteer(url)).toBe(true);
    expect(await contents()).toEqual({ places, names, hashes: [{ hash }] });
  });

  it("of two instances that start at once, one fills the gazetteer", async () => {
    const before = await contents();
    const { hash } = await readGazetteer();
    expect((await Promise.all([fillGazetteer(url), fillGazetteer(url)])).sort()).toEqual([false, true]);
    expect(await contents()).toEqual({ ...before, hashes: [{ hash }] });
  });
});
