import type { Issue } from "./issue.ts";

/** The interface of standardschema.dev, version 1, by which libraries take any validator. */
export interface StandardSchemaV1<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Output; readonly output: Output };
  };
}

/** The same with a JSON Schema (standardschema.dev/json-schema), as tools of language models need it. */
export interface StandardJsonSchemaV1<Output> extends StandardSchemaV1<Output> {
  readonly "~standard": StandardSchemaV1<Output>["~standard"] & {
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

export interface JsonSchemaOptions {
  /** "draft-2020-12" or "draft-07". */
  readonly target: string;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (string | number)[];
      }[];
    };

type Decoded<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly issues: readonly Pick<Issue, "message" | "segments">[] };

/** What a function that decodes is to libraries of Standard Schema. */
export function toStandard<Output>(
  tryDecode: (value: unknown) => Decoded<Output>,
): StandardSchemaV1<Output>["~standard"] {
  return {
    version: 1,
    vendor: "a2agen",
    validate(value) {
      const result = tryDecode(value);
      if (result.ok) return { value: result.value };
      return { issues: result.issues.map(({ message, segments }) => ({ message, path: segments })) };
    },
  };
}
