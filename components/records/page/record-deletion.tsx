import { useEffect, useEffectEvent, useRef } from "react";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { useDeleteRecord } from "./use-delete-record";

type RecordDeletionProps = {
  kind: KindName;
  id: number;
  label: string;
  /** Called when the record is deleted, or when it is not. */
  onEnd: (isDeleted: boolean) => void;
  onUndone: () => void;
};

/** Asks once whether to delete a record, and deletes it. Renders nothing. */
export function RecordDeletion({ kind, id, label, onEnd, onUndone }: RecordDeletionProps) {
  const deleteRecord = useDeleteRecord(definitionOf(kind), onUndone);
  const hasStarted = useRef(false);
  const start = useEffectEvent(async () => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    let isDeleted = false;
    try {
      isDeleted = await deleteRecord(id, label);
    } finally {
      onEnd(isDeleted);
    }
  });
  useEffect(() => void start(), []);
  return null;
}
