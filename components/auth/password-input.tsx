"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ComponentProps } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { TextInput } from "@/components/ui/text-input";

/** A password input whose content can be shown. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const t = useTranslations("auth");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? "text" : "password"} className="pr-11" />
      <IconButton
        label={shown ? t("hide_password") : t("show_password")}
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        onClick={() => setShown(!shown)}
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
      />
    </div>
  );
}
