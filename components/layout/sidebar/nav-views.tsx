"use client";

import { useSearchParams } from "next/navigation";
import { type FrameView, isAtView } from "../frame-views";

type NavViewsProps = {
  /** Accessible name of the list, unless its container has it. */
  label?: string;
  views: readonly FrameView[];
  onNavigate?: () => void;
  className: string;
};

/** Links to the views of the shown list page; `aria-current` marks the one that is shown. */
export function NavViews({ label, views, onNavigate, className }: NavViewsProps) {
  const searchParams = useSearchParams();
  return (
    <ul aria-label={label} className={className}>
      {views.map((view) => (
        <li key={view.key}>
          <a
            href={view.href}
            onClick={onNavigate}
            aria-current={isAtView(view, searchParams) ? "page" : undefined}
            className="nav-view"
          >
            {view.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
