import { measure } from "../../core/measure.ts";
import { defined } from "../../core/object.ts";
import { type CallContext, isCallError } from "../../service/index.ts";
import type { TaskPage } from "../contract/task-store.ts";
import { type AgentCore, readTask, toStoreError } from "../core/agent-core.ts";
import { invalidField } from "../core/agent-errors.ts";
import type { ListTasksRequest, ListTasksResponse, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { countTask, type TaskCount } from "../log/count-task.ts";
import type { Lengths } from "./answer-task.ts";
import { showTask } from "./history.ts";
import { readPageToken, writePageToken } from "./page-token.ts";

const defaultPageSize = 50;
const maximumPageSize = 100;
/** UTF-16 code units of a page, roughly, that are followed by a next page whatever its size. */
const longestPage = 8 * 1024 * 1024;
/** Logs that are read together. */
const logsAtOnce = 16;

type Counted = ListTasksRequest & Pick<Lengths, "timelineLength">;

/** A page of the tasks visible to the caller, the latest status first (section 3.1.4). */
export async function listTasks(
  core: AgentCore,
  request: ListTasksRequest,
  call: CallContext,
): Promise<ListTasksResponse> {
  const { contextId, status, pageToken, statusTimestampAfter, includeArtifacts = false } = request;
  const { pageSize = defaultPageSize, historyLength = 0, timelineLength = 0 }: Counted = request;
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
  let counted: readonly Listed[] = [];
  for (const [at, task] of page.tasks.entries()) {
    if (at % logsAtOnce === 0) counted = await countListed(core, page, { call, at });
    const answered = counted[at % logsAtOnce] ?? { task };
    const shown = show(answerListed(answered, lengths), includeArtifacts);
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

interface Listed {
  readonly task: Task;
  /** For a client that counts. */
  readonly count?: TaskCount;
}

/** The next tasks of a page with their counts: stores read several logs in one statement. */
async function countListed(
  core: AgentCore,
  { tasks, versions }: TaskPage,
  { call, at }: { readonly call: CallContext; readonly at: number },
): Promise<readonly Listed[]> {
  if (!core.counts(call)) return [];
  return Promise.all(
    tasks.slice(at, at + logsAtOnce).map(async (task, index) => {
      const version = versions?.[at + index];
      const stored = version === undefined ? await readTask(core, task.id) : { task, version };
      if (stored === undefined) return { task };
      return countTask(core, task.id, stored.version).then(
        (count) => ({ task: stored.task, count }),
        (error: unknown) => {
          // It was deleted meanwhile.
          if (isCallError(error) && error.status === "NOT_FOUND") return { task };
          throw error;
        },
      );
    }),
  );
}

function answerListed({ task, count }: Listed, { historyLength, timelineLength }: Lengths): Task {
  const shown = showTask(task, historyLength);
  return count === undefined ? shown : count.show(task, shown, timelineLength);
}

function show({ artifacts = [], ...rest }: Task, withArtifacts: boolean): Task {
  return withArtifacts ? { ...rest, artifacts } : rest;
}
