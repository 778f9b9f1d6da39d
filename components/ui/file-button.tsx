import type { ComponentProps } from "react";
import { buttonClasses } from "./button-looks";
import { Icon, type IconName } from "./icon";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onClick" | "onChange"> & {
  onFiles: (files: readonly File[]) => void;
};

/** File input without a look of its own, for a button or menu item that opens it. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      // Resets the input, so that a corrected file of the same name triggers a change event.
      onClick={(event) => {
        event.currentTarget.value = "";
      }}
      onChange={(event) => onFiles([...(event.target.files ?? [])])}
    />
  );
}

type FileButtonProps = FileInputProps & { label: string; icon: IconName };

/** Button that lets the user choose files. */
export function FileButton({ label, icon, className = "", ...input }: FileButtonProps) {
  return (
    // A label, because browsers write their own words into a file input.
    <label
      className={buttonClasses({
        className: `cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-60 ${className}`,
      })}
    >
      <Icon name={icon} className="size-4" />
      {label}
      <FileInput {...input} className="sr-only" />
    </label>
  );
}
