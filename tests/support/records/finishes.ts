import { expect } from "vitest";
import { dayOf } from "@/lib/model/fields/moments";
import { db } from "@/lib/store/database/client";
import type { Client } from "../api";

/**
 * Makes the database record changes as of a moment, for the rest of a test file.
 * @param moment a day, which means its noon, or an ISO time
 */
export async function recordAt(moment: string): Promise<void> {
  const at = moment.includes("T") ? moment : `${moment}T11:00:00Z`;
  await db().$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION history_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT timestamptz '${at}' $$`,
  );
}

const eveOf = (day: string) => dayOf(new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000));

/** API calls that tell on which days projects are active (contract §17). */
export function activityCalls(api: Client) {
  const isActive = async (id: number, day: string) => {
    const { status, json } = await api.get<{ total: number }>(`/api/projects?ids=${id}&active_on=${day}`);
    expect(status).toBe(200);
    return json.total === 1;
  };
  return {
    isActive,
    /** Checks since when an open-ended project is finished; null if that is not known. */
    async expectFinished(id: number, day: string | null): Promise<void> {
      const known = await db().projectFinish.findUnique({ where: { projekt_id: id } });
      expect(known?.finished_on?.toISOString().slice(0, 10) ?? null).toBe(day);
      const { projekt_titel } = await db().project.findUniqueOrThrow({ where: { projekt_id: id } });
      const asked = `filter=${encodeURIComponent(projekt_titel)}&on=${day ?? "2020-01-01"}`;
      const { json } = await api.get<{ totals: number[]; unknown: object }>(`/api/statistics/projects?${asked}`);
      expect(json).toMatchObject({ totals: [0], unknown: { no_begin: 0, no_end: day === null ? 1 : 0 } });
      expect(await isActive(id, day === null ? "1990-01-01" : eveOf(day))).toBe(day !== null);
    },
  };
}
