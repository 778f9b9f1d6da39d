"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useFailureText, useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { ApiError, ignoreFailure, request } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import { choicesBody, chosenForAll, countChoices, type ImportChoices } from "@/lib/features/imports/import-choices";
import { ColumnStep } from "./column-step";
import { FileStep } from "./file-step";
import type {
  ImportPreview,
  importPreview,
  importRows,
  ImportState,
  importState,
  uploadedImport,
} from "@/lib/features/imports/import-answers";
import type { Decision, ImportField, ReadOption, Renames } from "./import-state";
import { PreviewStep } from "./preview-step";
import { ReadOptionsForm } from "./read-options";
import { ResultStep } from "./result-step";
import { ownValue } from "@/lib/model/pure/own-value";

// Loaded with the first unknown name, because its search needs the declarations of all kinds.
const NamesStep = lazy(() => import("./names-step").then((module) => ({ default: module.NamesStep })));

/** Returns the stored decisions about an import, which each new preview keeps unless they are changed. */
const storedDecision = ({ columns, match, names, create_with, not_applicable, finished }: ImportState): Decision => ({
  mapping: Object.fromEntries(columns.map(({ header, field }) => [header, field])),
  match,
  names,
  create_with,
  not_applicable,
  finished,
});

/** Returns the renames for which the server refuses to run an import; null for other errors. */
const renamesIn = (error: unknown): Renames | null =>
  error instanceof ApiError && error.code === "import_renames" ? (error.body as Renames) : null;

/** Returns whether the browser can still read a chosen file: not after it has been changed or moved. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

type ImportWizardProps = {
  /** First segment of the kind's API path. */
  kind: string;
  /** Path of the kind's record pages. */
  recordPath: string;
  fields: readonly ImportField[];
  /** An import to resume; null to start a new one. */
  resumedImport: ImportState | null;
};

/**
 * Imports a table as records, in steps on one page: file, columns, unknown names if there are any,
 * preview, result (contract §10).
 */
export function ImportWizard({ kind, recordPath, fields, resumedImport }: ImportWizardProps) {
  const t = useTranslations("imports");
  const failureText = useFailureText();
  const validationText = useValidationText();
  const [current, setCurrent] = useState(resumedImport);
  /** The uploaded file; null after the page was loaded with an import. */
  const [file, setFile] = useState<File | null>(null);
  /** The header row that the user has chosen, which another encoding does not move. */
  const [chosenHeaderRow, setChosenHeaderRow] = useState<number | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [droppedFields, setDroppedFields] = useState<readonly string[] | null>(null);
  const [choices, setChoices] = useState(chosenForAll());
  const [isSkippingRepeats, setSkippingRepeats] = useState(false);
  /** The renames for which the server has refused to run: also those by the choices for likely duplicates. */
  const [refusedRenames, setRefusedRenames] = useState<Renames | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  /** Counts previews; used as React key, so that each preview starts with fresh state. */
  const [previews, setPreviews] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isNextFile, setNextFile] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isReading, setReading] = useState(false);

  const textOf = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const { errors, body } = error;
    if (errors?.imports) return t("too_many");
    const [code] = Object.values(errors ?? {}).flat();
    if (code === "unclosed_quote" && typeof body.line === "number") return t("unclosed_quote", { line: body.line });
    return code ? validationText(code) : failureText(error);
  };

  /** Runs an action; if it fails, shows the server's reason. */
  async function runAction(action: () => Promise<void>) {
    setBusy(true);
    setProblem(null);
    await action()
      .catch((error: unknown) => setProblem(textOf(error)))
      .finally(() => setBusy(false));
  }

  const load = async (id: number) => setCurrent(await request<typeof importState>("GET", `/api/imports/${id}`));

  /** Forgets the preview and what was chosen in it. */
  const resetPreview = () => {
    setPreview(null);
    setChoices(chosenForAll());
    setSkippingRepeats(false);
    setRefusedRenames(null);
    setAgreed(false);
  };

  const upload = (chosen: File, readOption?: ReadOption) =>
    runAction(async () => {
      setReading(true);
      const form = new FormData();
      form.append("file", chosen);
      const path = `/api/imports?${new URLSearchParams({ kind, ...readOption })}`;
      const { id } = await request<typeof uploadedImport>("POST", path, { form });
      const header_row = readOption && "encoding" in readOption ? chosenHeaderRow : null;
      if (header_row !== null) await request("PUT", `/api/imports/${id}`, { body: { header_row } });
      window.history.replaceState(null, "", `?kind=${kind}&id=${id}`);
      setFile(chosen);
      setChosenHeaderRow(header_row);
      resetPreview();
      const replaced = current;
      await load(id);
      // Deletes the replaced import, as the number of stored imports per account is limited.
      if (replaced) await request("DELETE", `/api/imports/${replaced.id}`).catch(ignoreFailure);
    }).finally(() => setReading(false));

  /** Uploads the file again to read it in another way, as the server does not keep it. */
  async function readAgain(readOption: ReadOption) {
    if (isBusy || !file) return;
    if (await isReadable(file)) await upload(file, readOption);
    else setProblem(t("file_changed"));
  }

  /** Renews the preview; `dropped` are the fields of which it leaves out values, if these are known. */
  const decide = (changed: Partial<Decision>, dropped: readonly string[] | null = null) =>
    runAction(async () => {
      if (!current) return;
      const path = `/api/imports/${current.id}`;
      const body = { ...storedDecision(current), ...changed };
      const { rows, ...counts } = await request<typeof importPreview>("PUT", path, { body });
      // Refused rows need attention, so they are loaded in addition and shown first.
      const refused = await request<typeof importRows>(
        "GET",
        `${path}/rows?action=refused&pageSize=${LIST_MAX_PAGE_SIZE}`,
      );
      const chosen = { choices, isSkippingRepeats };
      resetPreview();
      // Rows that are no longer refused change nothing for those that the user has chosen an action for.
      const wereRefused = changed.finished === "fixed_term" && current.not_applicable === "refuse";
      if (changed.not_applicable === "drop" || wereRefused) {
        setChoices(chosen.choices);
        setSkippingRepeats(chosen.isSkippingRepeats);
      }
      setDroppedFields(dropped);
      setPreviews((count) => count + 1);
      setPreview({ ...counts, rows: [...refused.data, ...rows.filter(({ action }) => action !== "refused")] });
      await load(current.id);
    });

  /** Chooses another header row, which forgets what was decided about the columns. */
  async function chooseHeaderRow(header_row: number) {
    if (isBusy || !current) return;
    await runAction(async () => {
      resetPreview();
      await request("PUT", `/api/imports/${current.id}`, { body: { header_row } });
      setChosenHeaderRow(header_row);
      await load(current.id);
    });
  }

  const startNext = () => {
    window.history.replaceState(null, "", `?kind=${kind}`);
    resetPreview();
    setProblem(null);
    setCurrent(null);
    setFile(null);
    setNextFile(true);
  };

  /** Chooses what to do with likely duplicates, which may rename other records than before. */
  const changeChoices = (chosen: ImportChoices) => {
    setChoices(chosen);
    if (!refusedRenames) return;
    setRefusedRenames(null);
    setAgreed(false);
  };

  /** Starts the import; without `body`, resumes it with the choices sent when it was started. */
  const start = async (body?: object) => {
    if (current) setCurrent(await request<typeof importState>("POST", `/api/imports/${current.id}/run`, { body }));
  };

  /**
   * Runs the import. Which records updates of likely duplicates would rename is only known to the
   * server, so these are sent without consent until it has listed them.
   */
  const run = (previewed: ImportPreview) =>
    runAction(async () => {
      const body = { ...choicesBody(choices), repeated: isSkippingRepeats ? "skip" : "create" };
      const agreed = { ...body, renames: true };
      const isAllSeen = refusedRenames !== null || countChoices(choices, previewed.similar).update === 0;
      try {
        await start(isAgreed && isAllSeen ? agreed : body);
      } catch (error) {
        const refused = renamesIn(error);
        if (!refused) throw error;
        if (isAgreed && refused.renames === previewed.renames) return start(agreed);
        setRefusedRenames(refused);
        setAgreed(false);
      }
    });

  /** Keeps the decisions about names of the columns that still fill the same fields. */
  function namesOf(mapping: Decision["mapping"]): Decision["names"] {
    const fieldOf = (header: string) => current?.columns.find((column) => column.header === header)?.field;
    const keptNames = Object.entries(current?.names ?? {}).filter(
      ([header]) => ownValue(mapping, header) === fieldOf(header),
    );
    return Object.fromEntries(keptNames);
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
          isReading={isReading}
          takesFocus={isNextFile}
          onFile={(chosen) => void upload(chosen)}
        >
          {current && (
            <ReadOptionsForm
              importState={current}
              hasFile={file !== null}
              onRead={readAgain}
              onHeaderRow={chooseHeaderRow}
            />
          )}
        </FileStep>
      )}
      {current && !hasBegun && (
        <ColumnStep
          key={`${current.id} ${current.header_row}`}
          importState={current}
          fields={fields}
          busy={isBusy}
          onChanged={() => setPreview(null)}
          onDecided={(decision) => void decide({ ...decision, names: namesOf(decision.mapping) })}
        />
      )}
      {current && preview && !hasBegun && preview.unknown_names.length > 0 && (
        <Suspense>
          <NamesStep
            // Other names start with the decisions and suggestions for them.
            key={JSON.stringify(preview.unknown_names.map(({ header, text }) => [header, text]))}
            names={preview.unknown_names}
            importState={current}
            fields={fields}
            busy={isBusy}
            onDecided={(decided) => void decide(decided)}
          />
        </Suspense>
      )}
      {current && preview && !hasBegun && (
        <PreviewStep
          key={`preview ${previews}`}
          importState={current}
          recordPath={recordPath}
          fields={fields}
          preview={preview}
          choices={choices}
          onChosen={changeChoices}
          number={preview.unknown_names.length > 0 ? 4 : 3}
          isSkippingRepeats={isSkippingRepeats}
          onSkipRepeats={setSkippingRepeats}
          renames={refusedRenames ?? preview}
          isRefusedForRenames={refusedRenames !== null}
          isAgreed={isAgreed}
          onAgree={setAgreed}
          onNotApplicable={(not_applicable, dropped) => void decide({ not_applicable }, dropped)}
          onFinished={(finished) => void decide({ finished }, droppedFields)}
          droppedFields={droppedFields}
          busy={isBusy}
          onRun={() => void run(preview)}
        />
      )}
      {current && hasBegun && (
        <ResultStep
          offersPlaces={fields.some(({ searchedList }) => searchedList === "laender")}
          importState={current}
          onChanged={() => load(current.id)}
          onResume={() => void runAction(start)}
          onNext={startNext}
        />
      )}
      <p className="text-sm text-ink-muted">{t("kept")}</p>
    </Card>
  );
}
