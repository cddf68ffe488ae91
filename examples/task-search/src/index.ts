import type { A2AService, ListTasksRequest, Task } from "@a2agen/a2a-1.0";
import type { ExtensionDeclaration, ExtensionSupport } from "@a2agen/runtime/extensions";
import { implement } from "@a2agen/runtime/host";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import {
  type SearchTasksRequest,
  type SearchTasksResponse,
  TaskSearchExtension,
  type TaskSearchParams,
  TaskSearchService,
} from "../generated/index.js";
import { matches } from "./match.js";
import { formatPlace, parsePlace } from "./page-token.js";

export * from "../generated/index.js";

/** For `extensions` of `createHost`, with what the card says of it. */
export interface TaskSearchSupport extends ExtensionSupport {
  readonly declaration: ExtensionDeclaration<TaskSearchParams>;
}

export interface TaskSearchOptions {
  /** Most tasks of a page, from 1 to 100. Default: 20. */
  readonly maxPageSize?: number;
}

/** Most words of a query. */
const maximumWords = 16;

/** Tasks that one call reads at a time, and in all: whoever searches longer asks for the next page. */
const readAtOnce = 100;
const readInAll = 1000;

/** Messages of a task, the latest ones, in which is searched. */
const historyLength = 1000;

/**
 * Adds SearchTasks to an agent that lists its tasks. The search is made over what the agent's own ListTasks
 * returns for the same caller and tenant, so that nobody finds what they could not list.
 */
export function taskSearch(
  agent: Pick<A2AService, "listTasks">,
  { maxPageSize = 20 }: TaskSearchOptions = {},
): TaskSearchSupport {
  if (!Number.isInteger(maxPageSize) || maxPageSize < 1 || maxPageSize > 100) {
    throw new TypeError(`maxPageSize: expected an integer from 1 to 100, got ${maxPageSize}`);
  }
  return {
    extension: TaskSearchExtension,
    declaration: TaskSearchExtension.declare({ params: { maxPageSize } }),
    services: [
      implement(TaskSearchService, {
        searchTasks: (request, context) =>
          searchTasks(request, {
            size: Math.min(pageSizeOf(request), maxPageSize),
            list: (page) => agent.listTasks(page, context),
            signal: context.signal,
          }),
        async *streamTasks(request, context) {
          let pageToken = "";
          do {
            const page = await searchTasks(
              { ...request, pageToken },
              { size: maxPageSize, list: (each) => agent.listTasks(each, context), signal: context.signal },
            );
            yield* page.tasks;
            pageToken = page.nextPageToken;
          } while (pageToken !== "");
        },
      }),
    ],
  };
}

interface Search {
  readonly size: number;
  readonly list: (request: ListTasksRequest) => ReturnType<A2AService["listTasks"]>;
  readonly signal: CallContext["signal"];
}

async function searchTasks(
  request: SearchTasksRequest,
  { size, list, signal }: Search,
): Promise<SearchTasksResponse> {
  const words = wordsOf(request);
  let { pageToken, skip } = parsePlace(request.pageToken ?? "");
  const found: Task[] = [];
  for (let read = 0; read < readInAll; ) {
    signal.throwIfAborted();
    const page = await list({
      ...filtersOf(request),
      historyLength,
      pageSize: readAtOnce,
      pageToken,
      includeArtifacts: true,
    });
    for (const [index, task] of page.tasks.entries()) {
      if (index < skip || !matches(task, words)) continue;
      if (found.length === size)
        return { tasks: found, nextPageToken: formatPlace({ pageToken, skip: index }) };
      const { artifacts: _artifacts, history: _history, ...rest } = task;
      found.push(rest);
    }
    if (page.nextPageToken === "") return { tasks: found, nextPageToken: "" };
    // A page without tasks counts as well: no list is followed without end.
    read += Math.max(page.tasks.length, 1);
    pageToken = page.nextPageToken;
    skip = 0;
  }
  return { tasks: found, nextPageToken: formatPlace({ pageToken, skip: 0 }) };
}

function filtersOf({ tenant, contextId, status }: SearchTasksRequest): ListTasksRequest {
  return {
    ...(tenant === undefined ? {} : { tenant }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(status === undefined ? {} : { status }),
  };
}

function wordsOf({ query }: SearchTasksRequest): readonly string[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length > maximumWords) throw TaskSearchExtension.error("TOO_MANY_WORDS");
  if (words.length > 0) return words;
  throw refusal("query", "expected at least 1 word, got 0");
}

function pageSizeOf({ pageSize = 100 }: SearchTasksRequest): number {
  if (pageSize >= 1) return pageSize;
  throw refusal("pageSize", `expected an integer of at least 1, got ${pageSize}`);
}

function refusal(field: string, description: string): CallError {
  return new CallError("INVALID_ARGUMENT", `${field}: ${description}`, {
    violations: [{ field, description }],
  });
}
