/** The flags of `a2agen pack`, as they were given. */
export interface PackFlags {
  readonly out?: string;
  readonly proto?: string;
  readonly profile?: string;
  readonly name?: string;
  readonly "package-version"?: string;
  readonly license?: string;
  readonly previous?: string;
  readonly "dry-run"?: true;
  readonly check?: true;
  readonly "allow-dirty"?: true;
}
