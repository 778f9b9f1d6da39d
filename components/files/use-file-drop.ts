import { useEffect, useEffectEvent, useState } from "react";

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
const isInDialog = ({ target }: DragEvent) =>
  target instanceof Element && target.closest("[role=dialog], [role=alertdialog]") !== null;

/** What was dropped: its files, and whether it contains a folder, which browsers give no bytes of. */
function droppedOf({ items, files }: DataTransfer): { files: File[]; hasFolder: boolean } {
  const isFolder = [...items].map((item) => item.webkitGetAsEntry()?.isDirectory ?? false);
  return { files: [...files].filter((_, index) => !isFolder[index]), hasFolder: isFolder.includes(true) };
}

/**
 * Accepts files that are dropped anywhere on the page, except on a dialog.
 * @returns whether files are dragged over the page
 */
export function useFileDrop(onDrop: (dropped: { files: File[]; hasFolder: boolean }) => void) {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((data: DataTransfer) => onDrop(droppedOf(data)));

  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      // Without this, the browser would open the file instead of the page.
      event.preventDefault();
      const isRefused = isInDialog(event);
      event.dataTransfer.dropEffect = isRefused ? "none" : "copy";
      setOver(!isRefused);
    }
    function onDragLeave(event: DragEvent) {
      // Not for each element that the pointer leaves, but when it leaves the window.
      if (event.relatedTarget === null) setOver(false);
    }
    function onDropped(event: DragEvent) {
      // A place for files of its own has handled the event.
      const isHandled = event.defaultPrevented;
      setOver(false);
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (!isHandled && !isInDialog(event)) drop(event.dataTransfer);
    }

    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    window.addEventListener("drop", onDropped);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDropped);
    };
  }, []);

  return isOver;
}
