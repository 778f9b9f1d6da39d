import { PROGRAMME_SUBJECTS } from "./subjects";
import { ownValue } from "@/lib/own-value";

/** A Horizon 2020 project of the source, with its partners. */
export type Network = { id: string; programme: string; end: string; partners: Partner[] };
export type Partner = { id: string; name: string; country: string; type: string };

const SMALLEST = 3;
const LARGEST = 10;
const WISHED = 185;
/** Maximum number of networks per programme, so that no single one dominates. */
const QUOTAS: Record<string, number> = { ERC: 30, LEIT: 18, FET: 18, MSCA: 55, SEWP: 22 };
const QUOTA = 24;
/** Bonus for programmes related to the work of a university of education. */
const WEIGHTS: Record<string, number> = { SC6: 15, SWAFS: 15, MSCA: 4, RI: 3, SC1: 3, SC5: 3, SEWP: 3, SC7: 3 };
const EDUCATION = /p[aä]e?dagog|educat|bildung|teacher|lehrer/i;

/** "Horizon 2020 SC6" → "SC6"; empty if a project belongs to several programmes. */
export function subprogramme(programme: string): string {
  const name = programme.replace("Horizon 2020", "").trim();
  return name.includes(";") ? "" : name;
}

/**
 * Selects whole networks and greedily keeps the total number of institutions low. Prefers networks with
 * related themes, with German universities, and with partners of the networks already selected.
 * @param runningOn networks that were still running on this day are preferred, because they are
 * rare
 */
export function chooseNetworks<Candidate extends Network>(
  networks: readonly Candidate[],
  usable: (partner: Partner) => boolean,
  runningOn: string,
): Candidate[] {
  const candidates = networks.filter(
    ({ programme, partners }) =>
      subprogramme(programme) !== "" &&
      partners.length >= SMALLEST &&
      partners.length <= LARGEST &&
      partners.every(usable) &&
      !companies(partners),
  );
  const chosen: Candidate[] = [];
  const known = new Set<string>();
  const taken = new Map<string, number>();
  while (chosen.length < WISHED && candidates.length > 0) {
    const best = candidates.reduce((one, other) =>
      score(other, known, runningOn) > score(one, known, runningOn) ? other : one,
    );
    candidates.splice(candidates.indexOf(best), 1);
    const programme = subprogramme(best.programme);
    const count = taken.get(programme) ?? 0;
    if (count >= (QUOTAS[programme] ?? QUOTA)) continue;
    taken.set(programme, count + 1);
    chosen.push(best);
    for (const partner of best.partners) known.add(partner.id);
  }
  return chosen;
}

function companies(partners: readonly Partner[]): boolean {
  return partners.filter(({ type }) => type === "PRC").length > partners.length / 4;
}

function score({ programme, partners, end }: Network, known: ReadonlySet<string>, runningOn: string): number {
  const name = subprogramme(programme);
  const strangers = partners.filter(({ id }) => !known.has(id)).length;
  const german = partners.some(({ country, type }) => country === "DE" && type === "HES") ? 4 : 0;
  const education = partners.some((partner) => EDUCATION.test(partner.name)) ? 6 : 0;
  const running = end >= runningOn ? 15 : 0;
  const themed = PROGRAMME_SUBJECTS[name] ? 2 : 0;
  const firms = partners.filter(({ type }) => type === "PRC").length;
  const near = (ownValue(WEIGHTS, name) ?? 0) + german + education + running + themed;
  return near + partners.length - 4 * strangers - firms;
}
