import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

type PreviewNoteProps = {
  text: string;
  /** True for what went wrong, which screen readers announce. */
  isFailure?: boolean;
  /** What the user can do about it. */
  children?: ReactNode;
};

/** Sentence in place of a preview. */
export function PreviewNote({ text, isFailure = false, children }: PreviewNoteProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 overflow-y-auto bg-sunken px-4 py-8 text-center">
      <Icon
        name={isFailure ? "icon-triangle-alert" : "icon-file-text"}
        className={isFailure ? "size-7 text-warning" : "size-7 text-ink-muted"}
      />
      <p role={isFailure ? "alert" : undefined} className="max-w-prose">
        {text}
      </p>
      {children}
    </div>
  );
}
