import type { FieldView, OneofView, ServiceView } from "../docs/views.ts";

/** What the template of an extension's page is given; as in PageView every member is always there. */
export interface ExtensionView {
  readonly generator: string;
  /** Path of the proto file. */
  readonly file: string;
  readonly package: string;
  readonly name: string;
  /** Code span of the generated constant. */
  readonly constant: string;
  /** Code span. */
  readonly uri: string;
  /** "data-only", "profile", "method", "state-machine". */
  readonly kind: string;
  readonly description: string;
  /** What cards say of it, on one line. */
  readonly summary: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether requests are another thing with the extension than without. */
  readonly activatable: boolean;
  readonly dependencies: readonly { readonly uri: string; readonly optional: boolean }[];
  /** An entry of an agent card as JSON. */
  readonly declaration: string;
  /** None or one. */
  readonly params: readonly PartView[];
  /** None or one. */
  readonly data: readonly PartView[];
  /** Code spans of the keys in the metadata. */
  readonly keys: string;
  readonly objects: readonly ObjectView[];
  readonly narrowings: readonly { readonly object: string; readonly rules: readonly string[] }[];
  /** Path of the schema from the page. */
  readonly schema: string;
  readonly services: readonly ServiceView[];
}

/** A message with its fields, for the partial "fields". */
export interface PartView {
  readonly name: string;
  readonly fields: readonly FieldView[];
  readonly oneofs: readonly OneofView[];
}

export interface ObjectView {
  readonly name: string;
  readonly metadata: string;
  /** Code span of the list of URIs; "" for an object that has none. */
  readonly extensions: string;
}
