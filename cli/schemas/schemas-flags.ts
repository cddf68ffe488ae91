/** The flags of `a2agen schemas`, as they were given. */
export interface SchemasFlags {
  readonly out?: string;
  readonly "base-url"?: string;
  readonly profile?: string;
  readonly "dry-run"?: true;
}
