/** A value that a template can be given or can compute. */
export type TemplateHelper = (args: readonly unknown[], data: object) => unknown;

/** What one template makes of its data: a text, or a problem with its place in the template. */
export type RenderResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly message: string;
    };

/** A file of a directory of templates that ends up in the output. */
export type ProjectTemplate =
  | {
      readonly kind: "template";
      /** Path of the output, with names in brackets where a name of the model is to stand: "[service].ts". */
      readonly path: string;
      /** Path of the template, as it is named in messages. */
      readonly place: string;
      render(data: object): RenderResult;
    }
  | { readonly kind: "copy"; readonly path: string; readonly place: string; readonly text: string };
