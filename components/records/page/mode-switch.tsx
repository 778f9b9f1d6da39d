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
    <div role="group" aria-label={t("label")} className="segmented max-md:mr-auto">
      {MODES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          {...(each === "edit" && { ...edit.attributes, title: edit.withKey(t(each)) })}
          onClick={() => onChange(each)}
          className="segment"
        >
          {t(each)}
        </button>
      ))}
    </div>
  );
}
