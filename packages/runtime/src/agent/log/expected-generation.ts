import type { CallContext } from "../../service/index.ts";
import type { AgentCore } from "../core/agent-core.ts";
import type { SendMessageConfiguration } from "../generated/lf/a2a/v1/a2a_types.ts";
import { countTask } from "./count-task.ts";
import type { TaskLog } from "./task-log.ts";

/** What a client of 1.1 wants of the task that its message is for. */
export interface ExpectedGeneration {
  readonly expected: string;
  /** The generation of the task when the log was opened that the message is written to. */
  readonly opened: number;
}

type Place = Pick<TaskLog, "version" | "changes">;

/** What a message expects of its task; fails at once where that cannot be any more. Undefined for nothing. */
export async function readExpected(
  core: AgentCore,
  { taskId, log, call, configuration }: ReadInit,
): Promise<ExpectedGeneration | undefined> {
  const { ifGenerationMatch: expected }: SendMessageConfiguration & { ifGenerationMatch?: string } =
    configuration;
  if (expected === undefined || !core.counts(call)) return undefined;
  const { version, changes } = log;
  const { generation } = await countTask(core, taskId, version);
  const found = { expected, opened: generation - changes };
  checkExpected(core, { taskId, log, expected: found });
  return found;
}

interface ReadInit {
  readonly taskId: string;
  readonly log: Place;
  readonly call: CallContext;
  readonly configuration: SendMessageConfiguration;
}

/**
 * Fails with TaskGenerationMismatchError for a message that is for another generation than that of the log.
 */
export function checkExpected(
  { errors }: Pick<AgentCore, "errors">,
  { taskId, log, expected: wanted }: CheckInit,
): void {
  if (wanted === undefined) return;
  const current = String(wanted.opened + log.changes);
  if (wanted.expected !== current) throw errors.generationMismatch(taskId, wanted.expected, current);
}

interface CheckInit {
  readonly taskId: string;
  readonly log: Pick<TaskLog, "changes">;
  readonly expected: ExpectedGeneration | undefined;
}
