"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type {
  recoveryCodesCreated,
  SecondFactor,
  secondFactorSetupStarted,
  secondFactorConfirmed,
  secondFactorRemoved,
} from "@/lib/features/accounts/own-account-answers";
import { request, type Answered, type Refusal } from "@/lib/base/browser/api-client";
import type { OwnPasswordValues } from "@/lib/features/accounts/account";
import { displayMoment } from "@/lib/model/fields/moments";
import { AccountForm, CodeField, PasswordField } from "@/components/auth/account-form";
import { useAccountForm } from "@/components/auth/use-account-form";

const PATH = "/api/user/second_factor";

/**
 * Current step of the panel: idle, entering the password for an action, setting up the
 * authenticator app (`confirm`), or showing new recovery codes (`newCodes`).
 */
type Step =
  | { name: "idle" }
  | { name: "setUp" | "codes" | "remove" }
  | { name: "confirm"; secret: string; dots: boolean[][] }
  | { name: "newCodes"; codes: string[] };

const IDLE_STEP: Step = { name: "idle" };

/**
 * Lets the user set up or turn off the second factor of the own account, and renew its recovery
 * codes.
 */
export function SecondFactorPanel({ factor, email }: { factor: SecondFactor; email: string }) {
  const t = useTranslations("account.factor");
  const [step, setStep] = useState<Step>(IDLE_STEP);
  const { refresh } = usePendingNavigation();
  const backToIdle = () => setStep(IDLE_STEP);

  if (step.name === "confirm") {
    const onConfirmed = ({ message, recovery_codes }: Answered<typeof secondFactorConfirmed>) => {
      notify.success(notice(message));
      setStep({ name: "newCodes", codes: recovery_codes });
    };
    return <ConfirmStep {...step} onDone={onConfirmed} onCancel={backToIdle} />;
  }
  if (step.name === "newCodes") {
    return (
      <RecoveryCodes
        codes={step.codes}
        onClose={() => {
          backToIdle();
          void refresh();
        }}
      />
    );
  }
  if (step.name === "setUp") {
    return (
      <PasswordStep
        send={(body) => request<typeof secondFactorSetupStarted | Refusal>("POST", `${PATH}/new`, { body })}
        label={t("next")}
        email={email}
        onDone={async ({ secret, uri }) => {
          const { default: encode } = await import("qr");
          setStep({ name: "confirm", secret, dots: encode(uri, "raw", { border: 2 }) });
        }}
        onCancel={backToIdle}
      />
    );
  }
  if (step.name === "codes") {
    return (
      <PasswordStep
        send={(body) => request<typeof recoveryCodesCreated>("POST", `${PATH}/recovery_codes`, { body })}
        label={t("renew")}
        email={email}
        onDone={({ recovery_codes }) => setStep({ name: "newCodes", codes: recovery_codes })}
        onCancel={backToIdle}
      />
    );
  }
  if (step.name === "remove") {
    return (
      <>
        <p className="mb-4 max-w-prose">{t("ends")}</p>
        <PasswordStep
          send={(body) => request<typeof secondFactorRemoved>("POST", `${PATH}/remove`, { body })}
          label={t("remove")}
          email={email}
          onDone={({ message }) => {
            notify.success(notice(message));
            backToIdle();
            void refresh();
          }}
          onCancel={backToIdle}
        />
      </>
    );
  }
  if (!factor.active || !factor.since) return <Button onClick={() => setStep({ name: "setUp" })}>{t("set_up")}</Button>;
  return (
    <>
      <p className="flex max-w-prose items-start gap-2.5">
        <Icon name="icon-shield-check" className="mt-0.5 size-5 text-success" />
        <span>
          {t("active", { time: displayMoment(new Date(factor.since)) })}{" "}
          {t("codes_left", { count: factor.recovery_codes })}
        </span>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setStep({ name: "codes" })}>{t("renew")}</Button>
        <Button variant="ghost" onClick={() => setStep({ name: "remove" })}>
          {t("remove")}
        </Button>
      </div>
    </>
  );
}

type PasswordStepProps<Answer> = {
  /** Sends the action with the password. */
  send: (body: OwnPasswordValues) => Promise<Answer | Refusal>;
  /** Label of the submit button, which names the action. */
  label: string;
  email: string;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

/** Asks for the password again, so that someone at an unlocked screen cannot lock the owner out. */
function PasswordStep<Answer extends object>({ send, label, email, onDone, onCancel }: PasswordStepProps<Answer>) {
  const t = useTranslations("account");
  const tc = useTranslations("common");
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.ownPassword,
    fieldTexts: { "current_password.mismatch": t("wrong_password") },
    send,
    onDone,
  });
  return (
    <div className="max-w-md">
      <AccountForm state={state} submitLabel={label} wideButton={false}>
        <input type="text" value={email} readOnly hidden autoComplete="username" />
        <PasswordField
          field={bind("current_password")}
          label={t("current_password")}
          autoComplete="current-password"
          autoFocus
        />
      </AccountForm>
      <Button variant="ghost" className="mt-2" onClick={onCancel}>
        {tc("cancel")}
      </Button>
    </div>
  );
}

type ConfirmStepProps = {
  secret: string;
  dots: boolean[][];
  onDone: (answer: Answered<typeof secondFactorConfirmed>) => void;
  onCancel: () => void;
};

/**
 * Shows the secret as QR code and text; entering the first code from the authenticator app turns
 * the second factor on.
 */
function ConfirmStep({ secret, dots, onDone, onCancel }: ConfirmStepProps) {
  const t = useTranslations("account.factor");
  const tc = useTranslations("common");
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.factorCode,
    fieldTexts: { "code.mismatch": t("wrong_code") },
    send: (values) => request<typeof secondFactorConfirmed | Refusal>("POST", `${PATH}/confirm`, { body: values }),
    onDone,
  });
  return (
    <div className="max-w-md">
      <p>{t("scan")}</p>
      <QrCode dots={dots} label={t("qr")} />
      <p className="mt-3 text-sm text-ink-muted">{t("by_hand")}</p>
      <p className="mt-1 font-mono text-sm [overflow-wrap:anywhere] select-all">
        {(secret.match(/.{1,4}/g) ?? []).join(" ")}
      </p>
      <p className="mt-5">{t("ends")}</p>
      <AccountForm state={state} submitLabel={t("turn_on")} wideButton={false} className="mt-5">
        <CodeField field={bind("code")} label={t("code")} hint={t("code_hint")} autoFocus />
      </AccountForm>
      <Button variant="ghost" className="mt-2" onClick={onCancel}>
        {tc("cancel")}
      </Button>
    </div>
  );
}

/** QR code, drawn dark on light in both themes, as many apps cannot scan inverted codes. */
function QrCode({ dots, label }: { dots: boolean[][]; label: string }) {
  const path = dots.flatMap((row, y) => row.map((dot, x) => (dot ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${dots.length} ${dots.length}`}
      shapeRendering="crispEdges"
      className="mt-3 size-48 rounded-md bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

/** Shows the recovery codes, which cannot be displayed again. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations("account.factor");
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.focus(), []);

  async function copy() {
    await navigator.clipboard.writeText(codes.join("\n")).then(
      () => notify.success(t("copied")),
      // If clipboard access is denied, the codes are selected for copying by hand.
      () => list.current && getSelection()?.selectAllChildren(list.current),
    );
  }

  return (
    <Alert tone="success" className="max-w-xl">
      <p className="font-semibold">{t("keep")}</p>
      <p className="mt-0.5">{t("keep_text")}</p>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={t("codes")}
        className="my-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono outline-none sm:max-w-xs"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()} icon={<Icon name="icon-copy" className="size-4" />}>
          {t("copy")}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t("kept")}
        </Button>
      </div>
    </Alert>
  );
}
