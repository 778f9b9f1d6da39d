/**
 * Generates the files in prisma/demo from a folder with the public source files
 * (docs/decisions/0003-demo-data.md).
 * Usage: npx tsx lab/demo-data/select-demo-data.ts FOLDER
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { byProject, readCsv } from "./csv";
import type { InstitutionRecord } from "@/prisma/demo/records";
import { institutionRecord, type SourceInstitution } from "./institutions";
import { nameKey, Spelling, tidy } from "./names";
import { chooseNetworks, type Network } from "./networks";
import { h2020Record, titledRecord } from "./projects";
import { englishName, SUBJECT_CODES } from "./subjects";

/** Projects that ended before this day count as completed. */
const DAY = "2026-07-01";
const NAME_MAX = 100;
const SOURCE_INSTITUTION = [
  "name",
  "short_name",
  "country_code",
  "city",
  "street",
  "postcode",
  "website",
  "type",
  "source",
  "source_id",
] as const;
const SOURCE_PROJECT = ["id", "start_date", "end_date", "total_cost", "eu_contribution", "programme", "link"] as const;
const TITLED_PROJECT = [...SOURCE_PROJECT, "title", "acronym", "topic", "website", "source"] as const;
const PARTNER = ["project_id", "institution_id", "institution_name", "country_code", "type"] as const;
const TITLED_PARTNER = ["project_id", "institution_name", "country_code", "website"] as const;

/** Values of the fields that the partner lists of the projects with a title lack. */
const UNKNOWN = { source: "cordis-cs", short_name: "", city: "", street: "", postcode: "", type: "" };

/**
 * Partners of projects with a title that are natural persons (project id and index in the partner
 * list). Their names are not shipped.
 */
const INDIVIDUALS = new Set(["308524:2", "863463:6", "688363:6", "776480:10"]);

/**
 * Matches the names of universities of education that still exist: they are the most likely
 * partners of a university of education.
 */
const EDUCATION =
  /p(ä|ae?)dagogische hochschule|(university|college) of (teacher )?education\b|pedagogical university|haute [eé]cole p[eé]dagogique/i;
const CLOSED = /Erfurt\/M|"/;
const OTHERS_PER_COUNTRY = 2;
const OTHERS = 45;
const HOME = new Set(["DE", "AT", "CH"]);

const folder = process.argv[2];
if (!folder) throw new Error("Usage: npx tsx lab/demo-data/select-demo-data.ts FOLDER");
const table = <Column extends string>(file: string, columns: readonly Column[]) =>
  readCsv(path.join(folder, file), columns);

// Rows of the source "hrk" must not be shipped, so they are dropped first.
const sources = table("institutions.csv", SOURCE_INSTITUTION).filter(({ source }) => source !== "hrk");
const allProjects = table("projects.csv", TITLED_PROJECT);
const titled = allProjects.filter(({ source }) => source === "cordis-cs");
const titledPartners = byProject(table("project_institutions.csv", TITLED_PARTNER));
const untitled = table("h2020_projects_untitled.csv", [...SOURCE_PROJECT, "participants"] as const);
const participations = byProject(table("h2020_participations.csv", PARTNER));

const spelling = new Spelling();
for (const { name, country_code, city } of sources) {
  spelling.learn(name, country_code);
  spelling.learn(city, country_code);
}
for (const { title } of allProjects) spelling.learn(title);

const byPic = new Map(sources.filter(({ source }) => source === "cordis-h2020").map((row) => [row.source_id, row]));
const fits = (row: SourceInstitution | undefined) =>
  row !== undefined && spelling.readable(row.name, row.country_code).length <= NAME_MAX;

/**
 * Returns the key by which institutions are deduplicated. It contains the country, because
 * institutions of the same name in two countries are different ones ("The Open University").
 */
function keyOf(name: string, country: string): string {
  return `${nameKey(name)} ${country}`;
}

/** The shipped institutions, deduplicated by `keyOf`. */
const shipped = new Map<string, InstitutionRecord>();
function numberOf(row: SourceInstitution): number {
  const key = keyOf(row.name, row.country_code);
  const record = shipped.get(key) ?? institutionRecord(shipped.size + 1, row, spelling);
  if (record.name.length > NAME_MAX) throw new Error(`Too long, needs a correction: ${record.name}`);
  if (!record.webseite && row.website) record.webseite = institutionRecord(0, row, spelling).webseite;
  shipped.set(key, record);
  return record.id;
}

const byName = new Map(
  [...byPic.values()].flatMap((row) => [
    [keyOf(row.name, row.country_code), row],
    [nameKey(row.name), row],
  ]),
);
const titledRecords = titled.map((project) => {
  const rows = titledPartners.get(project.id) ?? [];
  const partner = rows.map(({ institution_name, country_code, website }, place) => {
    if (INDIVIDUALS.has(`${project.id}:${place}`)) {
      const name = `Einzelperson (${project.acronym})`;
      return numberOf({ ...UNKNOWN, source_id: project.id, name, country_code, website: "" });
    }
    const name = institution_name;
    const known = byName.get(country_code ? keyOf(name, country_code) : nameKey(name));
    const country = country_code || (known?.country_code ?? "");
    return numberOf({ ...UNKNOWN, source_id: project.id, ...known, name, country_code: country, website });
  });
  return titledRecord(project, DAY, rows.length, partner);
});

const networks = untitled.map((project): Network & { project: typeof project } => ({
  project,
  id: project.id,
  programme: project.programme,
  end: project.end_date,
  partners: (participations.get(project.id) ?? []).map((row) => ({
    id: row.institution_id,
    name: row.institution_name,
    country: row.country_code,
    type: row.type,
  })),
}));
const untitledRecords = chooseNetworks(networks, ({ id }) => fits(byPic.get(id)), DAY)
  .map(({ project, partners }) => {
    const rows = partners.flatMap(({ id }) => byPic.get(id) ?? []);
    return h2020Record(project, DAY, Number(project.participants), rows.map(numberOf));
  })
  .sort((one, other) => one.quelle.localeCompare(other.quelle));

const perCountry = new Map<string, number>();
let others = 0;
for (const row of sources.filter(
  ({ source, name }) => source === "hipo" && EDUCATION.test(name) && !CLOSED.test(name),
)) {
  const count = perCountry.get(row.country_code) ?? 0;
  const home = HOME.has(row.country_code);
  if (!fits(row) || (!home && (count >= OTHERS_PER_COUNTRY || others >= OTHERS))) continue;
  perCountry.set(row.country_code, count + 1);
  if (!home) others += 1;
  numberOf(row);
}

const subjects = table("thematic_fields.csv", ["name_de", "name_en", "code"] as const)
  .filter(({ code }) => SUBJECT_CODES.includes(code))
  .map(({ code, name_de, name_en }) => ({
    code,
    themenfeld_de: tidy(name_de),
    themenfeld_en: englishName(code, tidy(name_en)),
  }));
const projects = [...titledRecords, ...untitledRecords];

for (const { quelle, beteiligte, partner } of projects) {
  if (new Set(partner).size !== beteiligte)
    throw new Error(`${quelle} has ${partner.length} of ${beteiligte} partners`);
}
const missing = SUBJECT_CODES.filter((code) => !subjects.some((subject) => subject.code === code));
if (missing.length > 0) throw new Error(`No such subject: ${missing.join(", ")}`);

write("institutions.json", [...shipped.values()]);
write("projects.json", projects);
write("thematic-fields.json", subjects);

/** Writes one record per line, so that diffs show the changed records. */
function write(file: string, records: readonly object[]): void {
  const target = path.join(import.meta.dirname, "../../prisma/demo", file);
  writeFileSync(target, `[\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]\n`);
  console.log(`${file}: ${records.length} records`);
}
