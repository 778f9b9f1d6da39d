import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

type WrongField = { name: string; text: string };

type FormSummaryProps = { wrong: WrongField[]; onGo: (name: string) => void };

/** Error summary above a form; each entry names its field and focuses it. */
export function FormSummary({ wrong, onGo }: FormSummaryProps) {
  const tr = useTranslations("records");
  return (
    <Alert tone="danger" className="mx-4 mt-4 md:mx-6">
      <p className="font-semibold">{tr("wrong_fields", { count: wrong.length })}</p>
      <ul className="mt-0.5">
        {wrong.map(({ name, text }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onGo(name)}
              className="text-link min-h-6 text-left underline pointer-coarse:min-h-11"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
