import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { ROOT } from "@/scripts/root";
import type { Figures } from "./drive";
import type { Workload } from "./workloads";

export type Measured = {
  members: number;
  results: { workload: Workload; connections: number; app: Figures; reference: Figures | null }[];
  /** The app's peak memory, in bytes. */
  peak: number;
};

const FILE = path.join(ROOT, "lab/results/performance.md");
const HEADINGS = [
  "work",
  "callers",
  "app /s",
  "p50",
  "p95",
  "p99",
  "app CPU",
  "PostgreSQL CPU",
  "reference /s",
  "its CPU",
  "ratio",
  "goal",
];

/**
 * Formats a number. Returns a dash if nothing was measured, or if the number is negative because a
 * process ended during the measurement.
 */
const number = (value: number, digits = 1) => (value >= 0 && Number.isFinite(value) ? value.toFixed(digits) : "–");

/** Formats the figures of one size as a Markdown table; times in ms, CPU in ms per request. */
export function tableOf({ members, results, peak }: Measured): string {
  const emptyRouteRate = (connections: number) =>
    results.find(({ workload, connections: same }) => workload.name === "empty route" && same === connections)?.app
      .perSecond ?? Number.NaN;
  const lines = results.map(({ workload, connections, app, reference }) => {
    const limits = { reference: reference?.perSecond, "empty route": emptyRouteRate(connections), none: undefined };
    const limit = limits[workload.limit];
    return [
      workload.name,
      connections,
      ...[number(app.perSecond, 0), number(app.p50), number(app.p95), number(app.p99)],
      ...[number(app.appCpu, 2), number(app.databaseCpu, 2)],
      ...(reference
        ? [number(reference.perSecond, 0), `${number(reference.appCpu, 2)} + ${number(reference.databaseCpu, 2)}`]
        : ["", ""]),
      limit === undefined ? "" : number(app.perSecond / limit, 2),
      workload.goal === undefined ? "" : `≥ ${workload.goal} of ${workload.limit === "reference" ? "it" : "empty"}`,
    ].join(" | ");
  });
  return [
    `### ${members.toLocaleString("en")} members`,
    "",
    `| ${HEADINGS.join(" | ")} |`,
    `| ${HEADINGS.map((_, index) => (index === 0 ? "---" : "--:")).join(" | ")} |`,
    ...lines.map((line) => `| ${line} |`),
    "",
    peak === 0 ? "" : `The app held ${Math.round(peak / 1024 / 1024)} MB at most.`,
  ].join("\n");
}

/** Returns a sentence with the day and machine of a measurement. */
export const measuredOn = () =>
  `Measured on ${new Date().toISOString().slice(0, 10)} with ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`;

/**
 * Replaces a section of lab/results/performance.md.
 * @param section the name in the comments that enclose the section: `<!-- name -->` and
 *   `<!-- /name -->`
 */
export function writeFigures(section: string, text: string): void {
  const [begin, end] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const file = readFileSync(FILE, "utf8");
  const [head, rest] = file.split(begin);
  const tail = rest?.split(end)[1];
  if (tail === undefined) throw new Error(`${FILE} has no section <!-- ${section} -->`);
  writeFileSync(FILE, [head, begin, `\n\n${text}\n\n`, end, tail].join(""));
}

/** Writes the tables into lab/results/performance.md, with machine and date. */
export const writeTables = (all: Measured[]): void =>
  writeFigures("measured", [measuredOn(), ...all.map(tableOf)].join("\n\n"));
