import type { ListTasksRequest, Task, TaskState } from "@a2agen/a2a-1.0";
import { TaskState as states } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import type { AgentSession } from "../conversation/conversation.ts";
import { plainText, stateName } from "../conversation/task-record.ts";
import { explain } from "../session/agent.ts";

interface TaskListProps {
  readonly session: AgentSession;
  readonly onOpen: (task: Task) => void;
}

/** The agent's tasks, a page at a time. */
export function TaskList({ session, onOpen }: TaskListProps): JSX.Element {
  const [filter, setFilter] = useState<{ status?: TaskState; contextId?: string }>({});
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  const load = async (before: readonly Task[], pageToken: string): Promise<void> => {
    const turn = ++asked.current;
    // What was asked for later counts, whatever answer comes last.
    const isLatest = (): boolean => turn === asked.current;
    const request: ListTasksRequest = { ...filter, ...(pageToken === "" ? {} : { pageToken }) };
    try {
      const page = await session.client.listTasks(request);
      if (!isLatest()) return;
      setTasks([...before, ...page.tasks]);
      setNext(page.nextPageToken);
      setProblem(undefined);
    } catch (error) {
      if (isLatest()) setProblem(explain(error));
    }
  };
  useEffect(() => {
    void load([], "");
  }, [session.client, filter]);
  return (
    <section class="tasks" aria-label="Tasks">
      <div class="row">
        <label>
          State{" "}
          <select
            value={filter.status ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const { contextId } = filter;
              setFilter({
                ...(contextId === undefined ? {} : { contextId }),
                ...(value === "" ? {} : { status: value as TaskState }),
              });
            }}
          >
            <option value="">any</option>
            {Object.values(states).map((state) => (
              <option key={state} value={state}>
                {stateName(state)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Context{" "}
          <input
            value={filter.contextId ?? ""}
            placeholder="any"
            onChange={({ currentTarget: { value } }) => {
              const { status } = filter;
              setFilter({
                ...(status === undefined ? {} : { status }),
                ...(value === "" ? {} : { contextId: value }),
              });
            }}
          />
        </label>
        <button type="button" onClick={() => void load([], "")}>
          Refresh
        </button>
      </div>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {tasks.length === 0 && problem === undefined && <p class="faint">No tasks.</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <button type="button" class="wide" onClick={() => onOpen(task)}>
              <span class={`state ${task.status.state}`}>{stateName(task.status.state)}</span>{" "}
              <span dir="auto">{titleOf(task)}</span> <code class="faint">{task.id}</code>
            </button>
          </li>
        ))}
      </ul>
      {next !== "" && (
        <button type="button" onClick={() => void load(tasks, next)}>
          More
        </button>
      )}
    </section>
  );
}

function titleOf({ history = [], status }: Task): string {
  const message = history[0] ?? status.message;
  const text = message === undefined ? "" : plainText(message);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
