import type { CallError } from "../../service/index.ts";
import { isTaskStoreError, type StoredTask } from "../contract/task-store.ts";
import { type AgentCore, readTask } from "../core/agent-core.ts";
import type { Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { toLogError } from "../log/open-log.ts";
import type { EntryCheck } from "../log/task-entries.ts";
import { StoreFailure, type TaskLog } from "../log/task-log.ts";
import { AuthorCalls } from "./author-calls.ts";
import { StopOrder } from "./stop-order.ts";
import { AuthorTurn, type TurnRequest } from "./turn.ts";

export interface RunPlace {
  readonly taskId: string;
  readonly contextId: string;
  readonly scope: string;
}

export interface RunInit extends RunPlace {
  readonly core: AgentCore;
  /** The message that begins the work. */
  readonly request: TurnRequest;
  /** The task that the message continues, which waits for it; undefined when the message begins one. */
  readonly stored: StoredTask | undefined;
}

/** How far the work on a task is: what the parts of a run share. */
export class RunState {
  readonly init: RunInit;
  readonly core: AgentCore;
  readonly place: RunPlace;
  readonly author: AuthorCalls;
  readonly order = new StopOrder();
  /** Messages that wait for the turn at work. */
  readonly waiting: TurnRequest[] = [];
  /** The state to which the task goes back after a turn that only replies. */
  resting: TaskState | undefined;
  /** Undefined until the task exists. */
  log: TaskLog | undefined;
  turn: AuthorTurn;
  turnBegan = Date.now();
  /** Takes no more messages. */
  isClosed = false;
  /** Whatever its author still does is ignored. */
  isOver = false;
  /** The store did not take the last word. */
  isLost = false;

  constructor(init: RunInit, task: (() => Task | undefined) | undefined) {
    const { core, taskId, contextId, scope, request } = init;
    this.init = init;
    this.core = core;
    this.place = { taskId, contextId, scope };
    this.author = new AuthorCalls(core.execute);
    this.turn = makeTurn(this, request, task);
  }

  get check(): EntryCheck {
    return { codec: this.core.codec, size: this.core.limits.size };
  }

  /** Begins the turn of a message that has waited. */
  beginTurn(request: TurnRequest, task: Task | undefined): void {
    this.turn = makeTurn(this, request, () => task);
    this.turnBegan = Date.now();
  }

  toCallError(error: unknown): CallError {
    return toLogError(this.core, error, this.place.taskId);
  }

  report(error: unknown): void {
    const { taskId } = this.place;
    if (error instanceof StoreFailure) {
      this.core.report(error.cause, { taskId, activity: "store" });
    } else {
      this.core.report(error, { taskId, activity: isTaskStoreError(error) ? "store" : "execute" });
    }
  }
}

/** Tasks that a message may refer to, as far as they are looked up. */
const maximumReferences = 100;

/** `task` is the one that the message continues; undefined when it begins one. */
function makeTurn(
  { core, place }: Pick<RunState, "core" | "place">,
  request: TurnRequest,
  task: (() => Task | undefined) | undefined,
): AuthorTurn {
  const { taskId, contextId, scope } = place;
  return new AuthorTurn({
    request,
    taskId,
    contextId,
    isFirst: task === undefined,
    task: task ?? (() => undefined),
    references: async (ids) => {
      const found = await Promise.all(ids.slice(0, maximumReferences).map((id) => readTask(core, id)));
      return found.flatMap((one) => (one?.scope === scope ? [one.task] : []));
    },
    siblings: async (limit) => {
      const page = await core.store.list({ scope, contextId, limit: limit + 1, artifacts: true });
      return page.tasks.filter(({ id }) => id !== taskId).slice(0, limit);
    },
  });
}
