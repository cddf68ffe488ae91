import { withCassette as run } from "@a2agen/exchange/replay/cassette.ts";
import type { CassetteMode, CassetteOptions } from "@a2agen/exchange/replay/cassette-options.ts";

/** What a test gets. */
export interface Cassette {
  readonly mode: CassetteMode;
  /** For `connect(service, url, { fetch })`. */
  readonly fetch: typeof fetch;
}

/**
 * Runs a test whose requests are recorded, or answered from a recording.
 *
 * @public
 */
export function withCassette<Result>(
  path: string,
  options: CassetteOptions,
  test: (cassette: Cassette) => Promise<Result>,
): Promise<Result> {
  return run(path, options, test);
}
