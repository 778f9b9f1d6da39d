/** Placeholder for an empty list. */
export function EmptyNote({ text, hint }: { text?: string; hint?: string }) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 64 24"
        className="h-6 w-16 text-line-strong"
        fill="none"
        stroke="currentColor"
      >
        <path d="M1 20.5h62M10 14.5h44M20 8.5h24M28 2.5h8" strokeDasharray="2 3" strokeLinecap="round" />
      </svg>
      {text && <p className="font-medium text-ink">{text}</p>}
      {hint && <p className="max-w-prose text-sm text-ink-muted">{hint}</p>}
    </div>
  );
}
