declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  type Options = {
    domNode: Element | null;
    url: string;
    layout: "BaseLayout";
    docExpansion: "none" | "list" | "full";
    defaultModelsExpandDepth: number;
    supportedSubmitMethods: readonly string[];
    validatorUrl: string | null;
    onComplete: () => void;
  };

  /** Swagger UI: draws the document at an address into an element of the page. */
  export default function SwaggerUI(options: Options): unknown;
}
