import type { ProjectRecord } from "@/prisma/demo/records";
import { PROJECT_STATUS } from "@/lib/records/kinds/project";
import { CONTRACT } from "@/prisma/reference-data";
import { tidy } from "./names";
import { subprogramme } from "./networks";
import { PROGRAMME_SUBJECTS, TITLED_PROJECT_SUBJECTS } from "./subjects";

/** Fields that both types of source projects, those with and those without a title, have. */
export type SourceProject = {
  id: string;
  start_date: string;
  end_date: string;
  total_cost: string;
  eu_contribution: string;
  programme: string;
  link: string;
};
export type TitledProject = SourceProject & { title: string; acronym: string; topic: string; website: string };

const EUROS = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const FP7 = 'Specific Programme "Cooperation"';

/** Returns the demo record of a source project with a title. */
export function titledRecord(
  source: TitledProject,
  day: string,
  participants: number,
  partner: number[],
): ProjectRecord {
  const details = [
    source.acronym && `Akronym: ${tidy(source.acronym)}`,
    `Programm: ${tidy(source.programme)}`,
    source.topic && `Ausschreibung: ${tidy(source.topic)}`,
  ];
  return {
    projekt_titel: tidy(source.title),
    ...timeAndMoney(source, day),
    foerderer: `Europäische Union (${source.programme.startsWith(FP7) ? "7. Forschungsrahmenprogramm" : "Horizon 2020"})`,
    projektwebsite: tidy(source.website),
    kommentare: details.filter(Boolean).join("\n"),
    themen: TITLED_PROJECT_SUBJECTS[source.id] ?? [],
    beteiligte: participants,
    partner,
    quelle: `cordis-cs:${source.id}`,
  };
}

/** Returns the demo record of a Horizon 2020 project, whose source has no title: programme and id make one. */
export function h2020Record(
  source: SourceProject,
  day: string,
  participants: number,
  partner: number[],
): ProjectRecord {
  const programme = subprogramme(source.programme);
  return {
    projekt_titel: `Horizon 2020: ${programme} ${source.id}`,
    ...timeAndMoney(source, day),
    foerderer: "Europäische Union (Horizon 2020)",
    projektwebsite: "",
    kommentare: "",
    themen: PROGRAMME_SUBJECTS[programme] ?? [],
    beteiligte: participants,
    partner,
    quelle: `h2020:${source.id}`,
  };
}

function timeAndMoney({ start_date, end_date, total_cost, eu_contribution, link }: SourceProject, day: string) {
  const dated = start_date !== "" && end_date !== "" && start_date <= end_date;
  const cost = Number(total_cost);
  const share = cost > 0 ? Math.round((Number(eu_contribution) / cost) * 100) : 0;
  return {
    projektbeginn: dated ? start_date : null,
    projektende: dated ? end_date : null,
    status: end_date < day ? PROJECT_STATUS.completed : PROJECT_STATUS.ongoing,
    vertragsgrundlage: dated ? CONTRACT.fixedTerm : CONTRACT.none,
    foerderer_link: link,
    mittelvolumen: cost > 0 ? `${EUROS.format(cost)} €` : "",
    drittelmittelanteil: share > 0 ? `${share} %` : "",
  };
}
