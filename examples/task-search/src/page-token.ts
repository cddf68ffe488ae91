import { CallError } from "@a2agen/runtime/service";

/** Where a search goes on: in a page of ListTasks, after as many of its tasks. */
export interface Place {
  /** Empty for the first page. */
  readonly pageToken: string;
  readonly skip: number;
}

/**
 * As opaque to clients as a token of ListTasks is: it says where, and nothing that would be allowed by it.
 */
export function formatPlace({ pageToken, skip }: Place): string {
  return `${skip}.${pageToken}`;
}

/** Throws a CallError for what is no token of `formatPlace`. */
export function parsePlace(token: string): Place {
  if (token === "") return { pageToken: "", skip: 0 };
  const [, skip, pageToken = ""] = /^(0|[1-9][0-9]{0,8})\.(.*)$/s.exec(token) ?? [];
  if (skip === undefined) {
    throw new CallError("INVALID_ARGUMENT", "the page token is none of this method", {
      violations: [{ field: "pageToken", description: "expected the nextPageToken of the page before" }],
    });
  }
  return { pageToken, skip: Number(skip) };
}
