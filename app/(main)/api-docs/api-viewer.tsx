"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Spinner } from "@/components/ui/spinner";
import "swagger-ui-dist/swagger-ui.css";
import "./api-viewer.css";

const DARK = "(prefers-color-scheme: dark)";

/**
 * Swagger UI uses dark colours if the root element has a certain class. Sets or removes this class
 * according to the system's colour scheme.
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
 * Changes Swagger UI's markup, which is that of a whole page: the surrounding page has its own main
 * landmark and top-level heading.
 */
function embedMarkup(viewer: Element | null): void {
  viewer?.querySelector("main")?.setAttribute("role", "group");
  viewer?.querySelector("h1")?.setAttribute("aria-level", "2");
}

/**
 * Shows the API's OpenAPI document in Swagger UI, whose code is loaded on this page only. Only GET
 * requests can be executed, because they are sent to the real database: the "Execute" button must
 * not delete records.
 */
export function ApiViewer({ url }: { url: string }) {
  const t = useTranslations("api_docs");
  const containerRef = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(followColorScheme, []);
  useEffect(() => {
    let isUnmounted = false;
    import("swagger-ui-dist/swagger-ui-es-bundle.js").then(
      ({ default: SwaggerUI }) => {
        if (isUnmounted) return;
        SwaggerUI({
          domNode: containerRef.current,
          url,
          layout: "BaseLayout",
          docExpansion: "none",
          defaultModelsExpandDepth: 0,
          supportedSubmitMethods: ["get"],
          // Disables the validator: Swagger UI would send the document's URL to its vendor's
          // validator service.
          validatorUrl: null,
          onComplete: () => {
            setState("ready");
            embedMarkup(containerRef.current);
          },
        });
      },
      () => setState("failed"),
    );
    return () => {
      isUnmounted = true;
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
      {/* The OpenAPI document and Swagger UI are in English, whichever language the page is in. */}
      <div ref={containerRef} lang="en" className="api-viewer" />
    </>
  );
}
