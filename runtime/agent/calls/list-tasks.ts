import { measure } from "../../core/measure.ts";
import { defined } from "../../core/object.ts";
import type { CallContext } from "../../service/index.ts";
import type { TaskPage } from "../contract/task-store.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import { invalidField } from "../core/agent-errors.ts";
import type { ListTasksRequest, ListTasksResponse, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { showTask } from "./history.ts";
import { readPageToken, writePageToken } from "./page-token.ts";

const defaultPageSize = 50;
const maximumPageSize = 100;
/** UTF-16 code units of a page, roughly, that are followed by a next page whatever its size. */
const longestPage = 8 * 1024 * 1024;

/** A page of the tasks visible to the caller, the latest status first (section 3.1.4). */
export async function listTasks(
  core: AgentCore,
  request: ListTasksRequest,
  call: CallContext,
): Promise<ListTasksResponse> {
  const { contextId, status, pageToken, statusTimestampAfter, includeArtifacts = false } = request;
  const { pageSize = defaultPageSize, historyLength = 0 } = request;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maximumPageSize) {
    throw invalidField("pageSize", `expected 1 to ${maximumPageSize}, found ${String(pageSize)}`);
  }
  const filters = {
    scope: core.scopeOf(call),
    ...defined({ contextId: contextId || undefined, state: status, since: statusTimestampAfter }),
  };
  const after = pageToken === undefined || pageToken === "" ? undefined : readPageToken(pageToken, filters);
  let page: TaskPage;
  try {
    page = await core.store.list({
      ...filters,
      ...defined({ after }),
      limit: pageSize,
      artifacts: includeArtifacts,
    });
  } catch (error) {
    throw toStoreError(core, error, undefined);
  }
  const tasks: Task[] = [];
  let size = 0;
  for (const task of page.tasks) {
    const shown = show(task, historyLength, includeArtifacts);
    size += measure(shown);
    if (tasks.length > 0 && size > longestPage) break;
    tasks.push(shown);
  }
  const last = page.tasks[tasks.length - 1];
  const isLast = last === undefined || (!page.more && tasks.length === page.tasks.length);
  return {
    tasks,
    nextPageToken: isLast ? "" : writePageToken({ time: last.status.timestamp ?? "", id: last.id }, filters),
    pageSize,
    totalSize: page.total,
  };
}

function show(task: Task, historyLength: number, withArtifacts: boolean): Task {
  const { artifacts = [], ...rest } = showTask(task, historyLength);
  return withArtifacts ? { ...rest, artifacts } : rest;
}
