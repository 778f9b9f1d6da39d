import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useShortcut } from "@/components/layout/shortcuts/single-keys";

const MODES = ["view", "edit"] as const;
/** Whether a record's page shows its overview, or its form and tabs. */
export type RecordMode = (typeof MODES)[number];

type ModeSwitchProps = {
  /** The shown mode; null until the width of the window decides it. */
  mode: RecordMode | null;
  onChange: (mode: RecordMode) => void;
};

/** Switch between reading and editing a record. */
export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  const t = useTranslations("records.mode");
  const edit = useShortcut("e");
  return (
    <div
      role="group"
      aria-label={t("label")}
      className="inline-flex shrink-0 rounded-md border border-line-strong bg-surface p-0.5 max-md:mr-auto pointer-coarse:p-0"
    >
      {MODES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          {...(each === "edit" && { ...edit.attributes, title: edit.named(t(each)) })}
          onClick={() => onChange(each)}
          className={clsx(
            "min-h-7.5 rounded-sm px-3 leading-tight font-semibold transition-colors pointer-coarse:min-h-11",
            each === mode ? "bg-accent-soft text-accent-strong" : "text-ink-muted hover:bg-sunken hover:text-ink",
          )}
        >
          {t(each)}
        </button>
      ))}
    </div>
  );
}
