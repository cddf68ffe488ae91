import { measure } from "../../core/measure.ts";
import { defined } from "../../core/object.ts";
import type { CallContext } from "../../service/index.ts";
import type { TaskPage } from "../contract/task-store.ts";
import { type AgentCore, readTask, toStoreError } from "../core/agent-core.ts";
import { invalidField } from "../core/agent-errors.ts";
import type { ListTasksRequest, ListTasksResponse, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { type AnswerInit, answerTask, type Lengths } from "./answer-task.ts";
import { showTask } from "./history.ts";
import { readPageToken, writePageToken } from "./page-token.ts";

const defaultPageSize = 50;
const maximumPageSize = 100;
/** UTF-16 code units of a page, roughly, that are followed by a next page whatever its size. */
const longestPage = 8 * 1024 * 1024;

type Listed = ListTasksRequest & Pick<Lengths, "timelineLength">;

/** A page of the tasks visible to the caller, the latest status first (section 3.1.4). */
export async function listTasks(
  core: AgentCore,
  request: ListTasksRequest,
  call: CallContext,
): Promise<ListTasksResponse> {
  const { contextId, status, pageToken, statusTimestampAfter, includeArtifacts = false } = request;
  const { pageSize = defaultPageSize, historyLength = 0, timelineLength = 0 }: Listed = request;
  const lengths: Lengths = { historyLength, timelineLength };
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
    const shown = show(await answerListed(core, task, { call, lengths }), includeArtifacts);
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

/** A page has no versions: the tasks of a client that counts are read again, each with its count. */
async function answerListed(core: AgentCore, task: Task, init: AnswerInit): Promise<Task> {
  const stored = core.counts(init.call) ? await readTask(core, task.id) : undefined;
  return stored === undefined ? showTask(task, init.lengths?.historyLength) : answerTask(core, stored, init);
}

function show({ artifacts = [], ...rest }: Task, withArtifacts: boolean): Task {
  return withArtifacts ? { ...rest, artifacts } : rest;
}
