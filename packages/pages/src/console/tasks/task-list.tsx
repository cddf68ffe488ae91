import type { ListTasksRequest, Task, TaskState } from "@a2agen/a2a-1.0";
import { TaskState as states } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import { Icon } from "../../shared/icon.tsx";
import { RelativeTime } from "../../shared/relative-time.tsx";
import type { AgentSession } from "../conversation/conversation.ts";
import { ShortId } from "../conversation/short-id.tsx";
import { StatePill } from "../conversation/state-pill.tsx";
import { plainText, stateName } from "../conversation/task-record.ts";
import { explain } from "../session/agent.ts";

interface TaskListProps {
  readonly session: AgentSession;
  /** What a task is called on this page, if it is known here. */
  readonly titleOf: (taskId: string) => string | undefined;
  readonly onOpen: (task: Task, title: string) => void;
}

/** The agent's tasks, a page at a time. */
export function TaskList({ session, titleOf, onOpen }: TaskListProps): JSX.Element {
  const [status, setStatus] = useState<TaskState>();
  const [wanted, setWanted] = useState("");
  const [tasks, setTasks] = useState<readonly Task[]>();
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  const load = async (before: readonly Task[], pageToken: string): Promise<void> => {
    const turn = ++asked.current;
    // What was asked for later counts, whatever answer comes last.
    const isLatest = (): boolean => turn === asked.current;
    const request: ListTasksRequest = {
      ...(status && { status }),
      includeArtifacts: true,
      ...(pageToken === "" ? {} : { pageToken }),
    };
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
  }, [session.client, status]);
  const rows = (tasks ?? []).map((task) => ({ task, title: titleOf(task.id) ?? firstWords(task) }));
  const found = rows.filter(({ task, title }) =>
    `${title} ${task.id} ${task.contextId ?? ""}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  return (
    <section class="tasks" aria-label="Tasks">
      <div class="row">
        <input
          type="search"
          class="search"
          aria-label="Search tasks"
          placeholder="Search words, IDs and contexts"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <select
          aria-label="State"
          value={status ?? ""}
          onChange={({ currentTarget: { value } }) =>
            setStatus(value === "" ? undefined : (value as TaskState))
          }
        >
          <option value="">any state</option>
          {Object.values(states).map((state) => (
            <option key={state} value={state}>
              {stateName(state)}
            </option>
          ))}
        </select>
        <button type="button" class="icon-button" aria-label="Refresh" onClick={() => void load([], "")}>
          <Icon name="refresh-cw" />
        </button>
      </div>
      {problem !== undefined && (
        <div class="failed-call">
          <Alert>{problem}</Alert>
          <button type="button" onClick={() => void load([], "")}>
            Try again
          </button>
        </div>
      )}
      {tasks === undefined && problem === undefined && <p role="status">Fetching the tasks…</p>}
      {tasks !== undefined && found.length === 0 && (
        <p class="empty faint">
          {tasks.length === 0
            ? "The agent has no tasks here. Write to it, and its work appears."
            : "No task has these words."}
        </p>
      )}
      {found.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">State</th>
              <th scope="col">Updated</th>
              <th scope="col">Artifacts</th>
              <th scope="col">Context</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ task, title }) => (
              <Row key={task.id} task={task} title={title} onOpen={() => onOpen(task, title)} />
            ))}
          </tbody>
        </table>
      )}
      {next !== "" && (
        <button type="button" onClick={() => void load(tasks ?? [], next)}>
          More
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly task: Task;
  readonly title: string;
  readonly onOpen: () => void;
}

function Row({ task, title, onOpen }: RowProps): JSX.Element {
  const { artifacts = [], contextId = "", status } = task;
  const names = artifacts.flatMap(({ name = "" }) => (name === "" ? [] : name));
  const at = Date.parse(status.timestamp ?? "");
  return (
    <tr>
      <td>
        <button type="button" class="quiet task-title" title={task.id} onClick={onOpen}>
          <span dir="auto">{title}</span>
        </button>
        {names.length > 0 && (
          <span class="faint names" dir="auto">
            {names.slice(0, 3).join(", ")}
          </span>
        )}
      </td>
      <td>
        <StatePill state={status.state} />
      </td>
      <td>{!Number.isNaN(at) && <RelativeTime at={at} />}</td>
      <td class="figure">{artifacts.length}</td>
      <td>{contextId !== "" && <ShortId id={contextId} of="the context" />}</td>
    </tr>
  );
}

/** What the task was begun with, or what it says. */
function firstWords({ id, history = [], status }: Task): string {
  const message = history.find(({ role }) => role === "ROLE_USER") ?? status.message;
  const text = message === undefined ? "" : plainText(message).trim();
  if (text === "") return `Task ${id.slice(0, 8)}`;
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
