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

  /** Renders the OpenAPI document at `url` into an element of the page. */
  export default function SwaggerUI(options: Options): unknown;
}
