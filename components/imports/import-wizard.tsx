"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useFailureText, useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { ApiError, request } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/limits";
import { choicesBody, chosenForAll } from "@/lib/records/spreadsheets/import-choices";
import { ColumnStep } from "./column-step";
import { FileStep } from "./file-step";
import type { Decision, ImportField, ImportState, Preview, PreviewRow } from "./import-state";
import { PreviewStep } from "./preview-step";
import { ResultStep } from "./result-step";

// Loaded with the first unknown name, because its search needs the declarations of all kinds.
const NamesStep = lazy(() => import("./names-step").then((module) => ({ default: module.NamesStep })));

/** What the user has decided about names that are not there. */
type DecidedAboutNames = Partial<Pick<ImportState, "names" | "create_with">>;

type ImportWizardProps = {
  /** First segment of the kind's API path. */
  kind: string;
  /** Path of the kind's record pages. */
  recordPath: string;
  fields: readonly ImportField[];
  /** An import to resume; null to start a new one. */
  found: ImportState | null;
};

/**
 * Imports a table as records, in steps on one page: file, columns, unknown names if there are any,
 * preview, result (contract §10).
 */
export function ImportWizard({ kind, recordPath, fields, found }: ImportWizardProps) {
  const t = useTranslations("imports");
  const failureText = useFailureText();
  const validationText = useValidationText();
  const [current, setCurrent] = useState(found);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [choices, setChoices] = useState(chosenForAll());
  const [isSkippingRepeats, setSkippingRepeats] = useState(false);
  /** Counts previews; used as React key, so that each preview starts with fresh state. */
  const [previews, setPreviews] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isNext, setNext] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const textOf = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors?.imports) return t("too_many");
    const [code] = Object.values(error.errors ?? {}).flat();
    return code ? validationText(code) : failureText(error);
  };

  /** Runs an action; if it fails, shows the server's reason. */
  async function tryTo(work: () => Promise<void>) {
    setBusy(true);
    setProblem(null);
    await work().catch((error: unknown) => setProblem(textOf(error)));
    setBusy(false);
  }

  const load = async (id: number) => setCurrent(await request<ImportState>("GET", `/api/imports/${id}`));

  const upload = (file: File) =>
    tryTo(async () => {
      const form = new FormData();
      form.append("file", file);
      const { id } = await request<{ id: number }>("POST", `/api/imports?kind=${kind}`, { form });
      window.history.replaceState(null, "", `?kind=${kind}&id=${id}`);
      setPreview(null);
      const replaced = current;
      await load(id);
      // Deletes the replaced import, as the number of stored imports per account is limited.
      if (replaced) await request("DELETE", `/api/imports/${replaced.id}`).catch(() => undefined);
    });

  const decide = (decision: Partial<Decision> & DecidedAboutNames) =>
    tryTo(async () => {
      if (!current) return;
      const path = `/api/imports/${current.id}`;
      const { names, create_with } = current;
      const { rows, ...counts } = await request<Preview>("PUT", path, { body: { names, create_with, ...decision } });
      // Refused rows need attention, so they are loaded in addition and shown first.
      const refused = await request<{ data: PreviewRow[] }>(
        "GET",
        `${path}/rows?action=refused&pageSize=${LIST_MAX_PAGE_SIZE}`,
      );
      setChoices(chosenForAll());
      setSkippingRepeats(false);
      setPreviews((count) => count + 1);
      setPreview({ ...counts, rows: [...refused.data, ...rows.filter(({ action }) => action !== "refused")] });
      await load(current.id);
    });

  /** Chooses another header row, which forgets what was decided about the columns. */
  const chooseHeaderRow = (header_row: number) =>
    tryTo(async () => {
      if (!current) return;
      setPreview(null);
      await request("PUT", `/api/imports/${current.id}`, { body: { header_row } });
      await load(current.id);
    });

  const takeNext = () => {
    window.history.replaceState(null, "", `?kind=${kind}`);
    setPreview(null);
    setProblem(null);
    setCurrent(null);
    setNext(true);
  };

  /** Starts the import; without `body`, resumes it with the choices sent when it was started. */
  const run = (body?: object) =>
    tryTo(async () => {
      if (current) setCurrent(await request<ImportState>("POST", `/api/imports/${current.id}/run`, { body }));
    });

  /** Keeps the decisions about names of the columns that still fill the same fields. */
  function namesOf(mapping: Decision["mapping"]): DecidedAboutNames {
    const fieldOf = (header: string) => current?.columns.find((column) => column.header === header)?.field;
    const kept = Object.entries(current?.names ?? {}).filter(([header]) => mapping[header] === fieldOf(header));
    return { names: Object.fromEntries(kept) };
  }

  const hasBegun = current !== null && ["running", "done", "failed"].includes(current.state);
  return (
    <Card className="flex flex-col gap-6 p-4 md:p-6">
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!hasBegun && (
        <FileStep
          fileName={current?.file_name ?? null}
          rows={current?.rows ?? 0}
          busy={isBusy}
          takesFocus={isNext}
          onFile={upload}
        />
      )}
      {current && !hasBegun && (
        <ColumnStep
          key={`${current.id} ${current.header_row}`}
          found={current}
          fields={fields}
          busy={isBusy}
          onChanged={() => setPreview(null)}
          onHeaderRow={(row) => void chooseHeaderRow(row)}
          onDecided={(decision) => void decide({ ...decision, ...namesOf(decision.mapping) })}
        />
      )}
      {current && preview && !hasBegun && preview.unknown_names.length > 0 && (
        <Suspense>
          <NamesStep
            // Other names start with the decisions and suggestions for them.
            key={JSON.stringify(preview.unknown_names.map(({ header, text }) => [header, text]))}
            names={preview.unknown_names}
            found={current}
            fields={fields}
            busy={isBusy}
            onDecided={(decided) => void decide(decided)}
          />
        </Suspense>
      )}
      {current && preview && !hasBegun && (
        <PreviewStep
          key={`preview ${previews}`}
          importId={current.id}
          recordPath={recordPath}
          columns={current.columns}
          fields={fields}
          preview={preview}
          choices={choices}
          onChosen={setChoices}
          number={preview.unknown_names.length > 0 ? 4 : 3}
          isSkippingRepeats={isSkippingRepeats}
          onSkipRepeats={setSkippingRepeats}
          busy={isBusy}
          onRun={() => void run({ ...choicesBody(choices), repeated: isSkippingRepeats ? "skip" : "create" })}
        />
      )}
      {current && hasBegun && (
        <ResultStep found={current} onChanged={() => load(current.id)} onGoOn={() => void run()} onNext={takeNext} />
      )}
      <p className="text-sm text-ink-muted">{t("kept")}</p>
    </Card>
  );
}
