"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Spinner } from "@/components/ui/spinner";
import "swagger-ui-dist/swagger-ui.css";
import "./api-viewer.css";

const DARK = "(prefers-color-scheme: dark)";

/**
 * Swagger UI has dark colours for a class of the root element; sets it by the system's colour
 * scheme.
 */
function followColorScheme(): () => void {
  const dark = window.matchMedia(DARK);
  const root = document.documentElement;
  const apply = () => root.classList.toggle("dark-mode", dark.matches);
  apply();
  dark.addEventListener("change", apply);
  return () => {
    dark.removeEventListener("change", apply);
    root.classList.remove("dark-mode");
  };
}

/**
 * Swagger UI marks itself up as a whole page, but ours has its own main landmark and first heading.
 */
function becomePart(viewer: Element | null): void {
  viewer?.querySelector("main")?.setAttribute("role", "group");
  viewer?.querySelector("h1")?.setAttribute("aria-level", "2");
}

/**
 * Shows the API's description in Swagger UI, whose code loads with this page only. Only GET
 * requests can be tried out: the page works on real records, which "Execute" must not delete.
 */
export function ApiViewer({ url }: { url: string }) {
  const t = useTranslations("api_docs");
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(followColorScheme, []);
  useEffect(() => {
    let isGone = false;
    import("swagger-ui-dist/swagger-ui-es-bundle.js").then(
      ({ default: SwaggerUI }) => {
        if (isGone) return;
        SwaggerUI({
          domNode: place.current,
          url,
          layout: "BaseLayout",
          docExpansion: "none",
          defaultModelsExpandDepth: 0,
          supportedSubmitMethods: ["get"],
          // Otherwise it would send the document's address to its makers' validator service.
          validatorUrl: null,
          onComplete: () => {
            setState("ready");
            becomePart(place.current);
          },
        });
      },
      () => setState("failed"),
    );
    return () => {
      isGone = true;
    };
  }, [url]);

  return (
    <>
      {state === "loading" && (
        <p role="status" className="mt-6 flex items-center gap-2 text-ink-muted">
          <Spinner /> {t("loading")}
        </p>
      )}
      {state === "failed" && (
        <Alert tone="danger" className="mt-6 max-w-prose">
          {t("failed")}
        </Alert>
      )}
      {/* The document and its viewer are in English in both languages. */}
      <div ref={place} lang="en" className="api-viewer" />
    </>
  );
}
