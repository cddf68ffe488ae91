import type { TaskPosition, TaskQuery } from "../contract/task-store.ts";
import { invalidField } from "../core/agent-errors.ts";
import { hashText } from "./text-hash.ts";

/** The query of a page token: the tasks of one scope by one set of filters. */
export type PagedQuery = Pick<TaskQuery, "scope" | "contextId" | "state" | "since">;

/** The token of the page that follows a task. */
export function writePageToken(position: TaskPosition, query: PagedQuery): string {
  const text = JSON.stringify([position.time, position.id, nameQuery(query)]);
  return btoa(encodeURIComponent(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The position where the page begins; throws INVALID_ARGUMENT for a token of another query. */
export function readPageToken(token: string, query: PagedQuery): TaskPosition {
  const parsed = parse(token);
  if (!Array.isArray(parsed) || parsed.length !== 3) throw unknownToken();
  const [time, id, name] = parsed as readonly unknown[];
  if (typeof time !== "string" || typeof id !== "string" || !timeForm.test(time)) throw unknownToken();
  if (name !== nameQuery(query)) {
    throw invalidField(
      "pageToken",
      "expected the token of a page of the same filters, found one of others; begin again without it",
    );
  }
  return { time, id };
}

const maximumLength = 2000;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

function nameQuery({ scope, contextId, state, since }: PagedQuery): string {
  return hashText(JSON.stringify([scope, contextId ?? null, state ?? null, since ?? null]));
}

function parse(token: string): unknown {
  if (token.length > maximumLength || !/^[\w-]+$/.test(token)) throw unknownToken();
  try {
    return JSON.parse(decodeURIComponent(atob(token.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    // Not one of our tokens.
    throw unknownToken();
  }
}

function unknownToken(): Error {
  return invalidField("pageToken", "expected the nextPageToken of a page, found something else");
}
