import clsx from "clsx";

/** Logo: three overlapping circles. */
function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" fill="none" className={clsx("shrink-0", className)}>
      <g stroke="currentColor" strokeWidth="1.75">
        <circle cx="16" cy="11.2" r="8" />
        <circle cx="11.2" cy="19.6" r="8" />
        <circle cx="20.8" cy="19.6" r="8" />
      </g>
      <circle cx="16" cy="16.8" r="2.1" fill="var(--brand)" />
    </svg>
  );
}

type BrandProps = { product: string; university: string; className?: string };

/** Logo with the names of the product and of the university that uses it. */
export function Brand({ product, university, className }: BrandProps) {
  return (
    <span className={clsx("flex min-w-0 items-center gap-2.5", className)}>
      <BrandMark className="size-8 text-accent" />
      <span className="min-w-0 leading-tight icons-only:sr-only">
        <span className="block font-bold tracking-[-0.01em] text-ink">{product}</span>
        <span className="block text-sm text-ink-muted">{university}</span>
      </span>
    </span>
  );
}
