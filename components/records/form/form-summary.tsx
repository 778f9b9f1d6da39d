import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

type WrongField = { name: string; text: string };

type FormSummaryProps = { wrongFields: WrongField[]; onSelect: (name: string) => void };

/** Error summary above a form; each entry names its field and focuses it. */
export function FormSummary({ wrongFields, onSelect }: FormSummaryProps) {
  const tr = useTranslations("records");
  return (
    <Alert tone="danger" className="mx-4 mt-4 md:mx-6">
      <p className="font-semibold">{tr("wrong_fields", { count: wrongFields.length })}</p>
      <ul className="mt-0.5">
        {wrongFields.map(({ name, text }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onSelect(name)}
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
