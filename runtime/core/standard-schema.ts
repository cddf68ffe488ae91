/** The interface of standardschema.dev, version 1, by which libraries take any validator. */
export interface StandardSchemaV1<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: unknown; readonly output: Output };
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (string | number)[];
      }[];
    };
