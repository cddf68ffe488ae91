import type { TextsOf } from "./text.ts";

export const listTexts: TextsOf<"list"> = {
  "list.found": [
    "Add each task to the list when it is stored, for the caller who began it.",
    "Clients find their tasks again by the list after a restart.",
  ],
  "list.same": ["Make lists from the stored tasks, not from an index that is updated later."],
  "list.context": [
    "Filter by contextId before you sort and count.",
    "The client shows tasks of another conversation in this one.",
  ],
  "list.status": ["Filter by the current state before you cut the page, and on every page."],
  "list.page-size": ["Cut the page to pageSize tasks.", "Clients reserve room for that many."],
  "list.pages": [
    "Begin the next page right after the last task of this one: with a strict comparison, and an order that is unique (time, then id).",
    "A client that reads all pages misses tasks, or sees them twice.",
  ],
  "list.last-page": [
    'Set nextPageToken to "" on the last page; do not leave it out, and do not point to an empty page.',
    "Clients read on until the token is empty.",
  ],
  "list.order": [
    "Sort by status.timestamp, descending, and update it on every change of state.",
    "Clients read only the first page to see what is new.",
  ],
  "list.no-artifacts": [
    "Remove artifacts from each task unless includeArtifacts is true; do not send an empty list.",
    "Artifacts can be large, and a list has many.",
  ],
  "list.artifacts": ["Keep artifacts in the tasks when includeArtifacts is true."],
  "list.since": [
    "Leave out tasks whose status.timestamp is before statusTimestampAfter; compare moments, not texts.",
    "Clients that keep a copy ask for what has changed.",
  ],
  "list.since-kept": [
    'Compare with "not before": keep a task with exactly that time, at the full precision of your timestamps.',
    "A client that continues from its last task would miss those of the same moment.",
  ],
  "list.size-told": ["Set pageSize in the answer."],
  "list.size-default": [
    "Use 50 when pageSize is absent.",
    "An answer with all tasks may be too large for client and agent.",
  ],
  "list.idempotent": ["Do not change tasks or timestamps when they are listed, and sort by a unique order."],
  "list.history-zero": ["Leave history out of each task when historyLength is 0."],
  "list.history-limit": ["Cut history of each task to its last historyLength messages."],
  "list.cursor": [
    "Write the place of the last task (time and id) into the token, not an offset.",
    "With an offset, each new task moves the pages, and clients see tasks twice.",
  ],
  "list.range": [
    "Check pageSize before you list; answer values out of range with the error for invalid parameters.",
  ],
  "list.page-token": [
    "Check that you can read the token; answer others with the error for invalid parameters, not with the first page.",
    "A client with a broken token would read the first page forever.",
  ],
  "list.total": [
    "Count after filters and before the page is cut, and only tasks of the caller.",
    "A larger number tells how many tasks others have.",
  ],
};
