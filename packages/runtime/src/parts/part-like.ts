/** What is read of a part of a message or an artifact, in the versions in which parts are flat. */
export interface PartLike {
  readonly text?: string | undefined;
  readonly raw?: string | undefined;
  readonly url?: string | undefined;
  readonly data?: unknown;
  readonly filename?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
