"use client";

import { useMemo } from "react";
import { ListFilterBar } from "./list-filter-bar";
import { useNarrowing } from "./use-narrowing";

/** Filter bar of a list page that can be filtered only by text. */
export function AddressFilterBar({ filter, placeholder }: { filter: string; placeholder: string }) {
  const applied = useMemo(() => ({ filter, topics: [], where: [] }), [filter]);
  const apply = useNarrowing(applied);
  return (
    <ListFilterBar
      applied={applied}
      topicOptions={null}
      placeholder={placeholder}
      onApply={(next) => apply({ filter: next.filter })}
      onReset={() => apply({ filter: "" })}
    />
  );
}
