"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { useToastText, useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Typeahead } from "@/components/ui/choices/typeahead";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Spinner } from "@/components/ui/spinner";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { handedOver, HandedProject } from "@/lib/features/records/hand-over-answers";
import { daysLater, displayDate, isCalendarDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Relation } from "@/lib/model/kinds/relations";
import { handableProjects } from "@/lib/model/values/succession";
import { LIST_MAX_IDS } from "@/lib/model/limits";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { DayField } from "../../form/day-field";
import { useCreateRecord } from "../../form/use-create-record";
import { requestHits } from "../../shared/request-hits";
import { useRevertBatch } from "../../undo/use-revert-batch";
import { roleNames } from "../values/role-entries";
import { useLinkEntries } from "../values/use-link-entries";
import { handedIds } from "./handed-ids";

type HandOverDialogProps = {
  definition: AnyDefinition;
  id: number;
  label: string;
  /** The only project that is handed over, with the roles of the person; by default all current ones. */
  project?: HandedProject;
  open: boolean;
  onClose: () => void;
};

/** Why a hand-over is not possible: an error code, and whether it concerns the successor. */
type Problem = { code: string; isInvalid: boolean };

const problemOf = (error: unknown): Problem => {
  if (!(error instanceof ApiError)) throw error;
  const [code] = Object.values(error.errors ?? {}).flat();
  return code === undefined ? { code: error.code, isInvalid: false } : { code, isInvalid: true };
};

const relationWithProjects = (definition: AnyDefinition): Relation => {
  const projects = handableProjects(definition);
  if (!projects) throw new Error(`The projects of a ${definition.name} cannot be handed over`);
  return projects.relation;
};

/** Dialog that hands over a person's projects to a successor, from a day on (contract §13). */
export function HandOverDialog({ definition, id, label, project: only, open, onClose }: HandOverDialogProps) {
  const t = useTranslations("records.hand_over");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const locale = useLocale();
  const noticeText = useToastText();
  const validationText = useValidationText();
  const { refresh } = usePendingNavigation();
  const formId = useId();
  const successorId = useId();
  const relation = relationWithProjects(definition);
  const entries = useLinkEntries(relation);
  const { creating, dialog } = useCreateRecord(definition);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [successor, setSuccessor] = useState<Option | null>(null);
  const [begins, setBegins] = useState(() => dayOf(new Date()));
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const [preview, setPreview] = useState<{ of: string; projects: HandedProject[] } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const path = `/api/${definition.apiPath}/${id}/handover`;
  const isDay = isCalendarDate(begins);
  const previewed = successor && isDay ? `${successor.id} ${begins}` : null;
  const onlyId = only?.id;
  const revertBatch = useRevertBatch(() => void refresh());

  useEffect(() => {
    if (!open || previewed === null) return;
    const controller = new AbortController();
    const [to, seit] = previewed.split(" ");
    request<typeof handedOver>("POST", path, {
      body: { to: Number(to), seit, ids: onlyId && [onlyId], dry_run: true },
      signal: controller.signal,
    }).then(
      ({ projects }) => {
        setPreview({ of: previewed, projects });
        setProblem(null);
      },
      (error: unknown) => !controller.signal.aborted && setProblem(problemOf(error)),
    );
    return () => controller.abort();
  }, [open, path, previewed, onlyId]);

  const projects = previewed !== null && preview?.of === previewed ? preview.projects : null;
  const possible = projects?.flatMap((project) => (project.refused ? [] : project.id)) ?? [];
  const ticked = possible.filter((projectId) => !unticked.has(projectId));
  const ids = only ? ticked : handedIds(possible, ticked);
  const shown = projects ?? (only && [only]) ?? [];
  const roles = roleNames(relation, entries ?? {}, locale);

  async function save() {
    setMissing(!successor);
    if (!successor || ids === null || ticked.length === 0) return;
    setBusy(true);
    try {
      const body = { to: successor.id, seit: begins, ids };
      const { batch, projects: done } = await request<typeof handedOver>("POST", path, { body });
      onClose();
      const count = done.filter(({ refused }) => !refused).length;
      const text = t("saved", { count, label: successor.label });
      if (batch) notify.undoable(text, { label: tc("undo"), run: () => void revertBatch(batch) });
      else notify.success(text);
      void refresh();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy) void save();
  }

  function choose(option: Option) {
    setSuccessor(option);
    setMissing(false);
    setProblem(null);
    // The day is filled, and all projects are ticked: Enter confirms.
    saveButton.current?.focus();
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
        title={t("title", { label, count: only ? 1 : 2 })}
        description={
          isDay ? t("ends", { label, day: displayDate(daysLater(begins, -1)), count: only ? 1 : 2 }) : undefined
        }
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {tc("cancel")}
            </Button>
            <Button
              ref={saveButton}
              type="submit"
              form={formId}
              variant="primary"
              busy={isBusy}
              disabled={ids === null || (projects !== null && possible.length === 0)}
            >
              {t("save", { count: ticked.length })}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4 py-1">
          <div className="grid gap-1">
            <p id={successorId} className="text-sm font-semibold">
              {t("successor")}
            </p>
            {successor ? (
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{successor.label}</span>
                <Button size="sm" onClick={() => setSuccessor(null)}>
                  {t("other")}
                </Button>
              </p>
            ) : (
              <Typeahead
                search={async (text, signal) => {
                  const { hits, more } = await requestHits(definition, text, signal);
                  return { hits: hits.filter((hit) => hit.id !== id), more };
                }}
                onPick={choose}
                moreText={(count) => tr("and_more", { count })}
                aria-labelledby={successorId}
                placeholder={t("find")}
                autoFocus
                creating={
                  creating && {
                    text: creating.text,
                    create: async (typed) => {
                      const created = await creating.create(typed);
                      if (created) choose(created);
                      return created !== null;
                    },
                  }
                }
              />
            )}
            {isMissing && (
              <p role="alert" className="text-sm font-medium text-danger">
                {validationText("required")}
              </p>
            )}
          </div>
          <DayField
            name="seit"
            label={t("begins")}
            value={begins}
            error={isDay ? undefined : validationText("date")}
            onChange={setBegins}
          />
          {problem && (
            <Alert tone="danger">{problem.isInvalid ? validationText(problem.code) : noticeText(problem.code)}</Alert>
          )}
          {previewed !== null && !problem && !projects && <Spinner className="mx-auto" />}
          {projects?.length === 0 && <p className="text-ink-muted">{t("none", { label })}</p>}
          {ids === null && (
            <Alert tone="danger">{t("too_many", { max: LIST_MAX_IDS, count: ticked.length - LIST_MAX_IDS })}</Alert>
          )}
          {only &&
            shown.map((project) => (
              <div key={project.id} className="grid gap-1">
                <p className="text-sm font-semibold">{tr("project.one")}</p>
                <ProjectText project={project} roles={roles} />
              </div>
            ))}
          {!only && shown.length > 0 && (
            <fieldset className="grid gap-1">
              <legend className="text-sm font-semibold">{t("projects")}</legend>
              {possible.length > 1 && (
                <label className="flex min-h-11 items-start gap-3 border-b border-line py-1.5">
                  <input
                    type="checkbox"
                    checked={ticked.length === possible.length}
                    ref={(box) => {
                      if (box) box.indeterminate = ticked.length > 0 && ticked.length < possible.length;
                    }}
                    onChange={({ target }) => setUnticked(new Set(target.checked ? [] : possible))}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  {t("all")}
                </label>
              )}
              <ul className="max-h-72 overflow-y-auto" tabIndex={0} aria-label={t("projects")}>
                {shown.map((project) => (
                  <ProjectRow
                    key={project.id}
                    project={project}
                    roles={roles}
                    isTicked={!project.refused && !unticked.has(project.id)}
                    onTick={(isTicked) => {
                      const next = new Set(unticked);
                      if (isTicked) next.delete(project.id);
                      else next.add(project.id);
                      setUnticked(next);
                    }}
                  />
                ))}
              </ul>
            </fieldset>
          )}
        </form>
      </Dialog>
      {dialog}
    </>
  );
}

type ProjectTextProps = {
  project: HandedProject;
  /** The names of all roles. */
  roles: ReadonlyMap<number, string>;
};

/** A project with the roles that the successor gets, or with the reason why it stays as it is. */
function ProjectText({ project: { id, label, rollen, refused }, roles }: ProjectTextProps) {
  const t = useTranslations("records.hand_over");
  const names = [...roles].flatMap(([role, name]) => (rollen.includes(role) ? name : []));
  const detail = refused
    ? t(refused === "role_taken" ? "taken" : "not_linked")
    : names.length > 0
      ? names.join(", ")
      : t("no_role");
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {label || `${definitionOf("project").apiPath}/${id}`}
      <span className={refused ? "block text-sm text-danger" : "block text-sm text-ink-muted"}>{detail}</span>
    </span>
  );
}

type ProjectRowProps = ProjectTextProps & {
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
};

/** A project with a box that decides whether it is handed over. */
const ProjectRow = ({ isTicked, onTick, ...text }: ProjectRowProps) => (
  <li>
    <label className="flex min-h-11 items-start gap-3 py-1.5">
      <input
        type="checkbox"
        checked={isTicked}
        disabled={text.project.refused !== undefined}
        onChange={(event) => onTick(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <ProjectText {...text} />
    </label>
  </li>
);
