import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { allMetrics } from "@/lib/features/operations/routes/all-metrics";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

const FOLDER = path.join(import.meta.dirname, "../../deploy/monitoring");
const read = (file: string) => readFileSync(path.join(FOLDER, file), "utf8");

type Dashboard = {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string }[] };
};
const dashboard = JSON.parse(read("grafana-dashboard.json")) as Dashboard;
const queries = {
  "alerts.yml": read("alerts.yml"),
  "grafana-dashboard.json": [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ query }) => query),
  ].join("\n"),
};
/**
 * Suffixes of the series as which Prometheus stores a histogram. There is no series with the name
 * of the histogram itself.
 */
const PARTS = ["_bucket", "_sum", "_count"];

let exported: Set<string>;
beforeAll(() => {
  const metrics = allMetrics().getMetricsAsArray() as unknown as { name: string; constructor: { name: string } }[];
  exported = new Set(
    metrics.flatMap(({ name, constructor }) =>
      constructor.name === "Histogram" ? PARTS.map((part) => name + part) : [name],
    ),
  );
});

const namesIn = (text: string) => [...new Set(text.match(/\b(cooperation|process|nodejs)_[a-z0-9_]+/g))];

describe.each(Object.entries(queries))("%s", (_file, text) => {
  it("alerts and dashboard refer only to metrics that the app exports", () => {
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !exported.has(name))).toEqual([]);
  });
});

it("every metric of the app is used by an alert or the dashboard", () => {
  const used = namesIn(Object.values(queries).join("\n"));
  const appMetrics = [...exported].filter((name) => name.startsWith("cooperation_") && !/_(sum|count)$/.test(name));
  expect(appMetrics.filter((name) => !used.includes(name))).toEqual([]);
});
