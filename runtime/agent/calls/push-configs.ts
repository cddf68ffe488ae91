import type { CallContext } from "../../service/index.ts";
import type { PushNotifier } from "../contract/push-notifier.ts";
import { type AgentCore, findTask } from "../core/agent-core.ts";
import { invalidField, showText } from "../core/agent-errors.ts";
import type {
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  TaskPushNotificationConfig,
} from "../generated/lf/a2a/v1/a2a_types.ts";

export interface SetPushConfigInit {
  readonly taskId: string;
  /** Updates after this version are delivered. */
  readonly version: number;
  readonly call: CallContext;
  /** The field of the request with the configuration; empty for the request itself. */
  readonly field: string;
}

/** Completes a configuration and passes it to the notifier. */
export async function setPushConfig(
  core: AgentCore,
  config: TaskPushNotificationConfig,
  { taskId, version, call, field }: SetPushConfigInit,
): Promise<TaskPushNotificationConfig> {
  const push = notifierOf(core);
  if (config.taskId !== undefined && config.taskId !== "" && config.taskId !== taskId) {
    throw invalidField(
      field === "" ? "taskId" : `${field}.taskId`,
      `expected the task of the message, or none, found ${showText(config.taskId)}`,
    );
  }
  const id = config.id === undefined || config.id === "" ? crypto.randomUUID() : config.id;
  const complete = { ...config, id, taskId };
  await push.set({ config: complete, profile: call.profile, scope: core.scopeOf(call), version });
  return complete;
}

/** The methods of sections 3.1.7 to 3.1.10, for callers that may see the task. */
export class PushConfigs {
  readonly #core: AgentCore;

  constructor(core: AgentCore) {
    this.#core = core;
  }

  async create(config: TaskPushNotificationConfig, call: CallContext): Promise<TaskPushNotificationConfig> {
    notifierOf(this.#core);
    const { taskId } = config;
    if (taskId === undefined || taskId === "") {
      throw invalidField("taskId", "expected the identifier of a task, found none");
    }
    const { version } = await findTask(this.#core, this.#core.scopeOf(call), taskId);
    return setPushConfig(this.#core, config, { taskId, version, call, field: "" });
  }

  async get(
    { taskId, id }: GetTaskPushNotificationConfigRequest,
    call: CallContext,
  ): Promise<TaskPushNotificationConfig> {
    const push = await this.#forTask(taskId, call);
    const config = await push.get(taskId, id);
    if (config === undefined) throw this.#core.errors.noPushConfig(taskId, id);
    return config;
  }

  /** All configurations on one page. */
  async list(
    { taskId, pageToken }: ListTaskPushNotificationConfigsRequest,
    call: CallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    const push = await this.#forTask(taskId, call);
    if (pageToken !== undefined && pageToken !== "") {
      throw invalidField("pageToken", "expected the nextPageToken of a page, found something else");
    }
    return { configs: [...(await push.list(taskId))], nextPageToken: "" };
  }

  async delete({ taskId, id }: DeleteTaskPushNotificationConfigRequest, call: CallContext): Promise<void> {
    const push = await this.#forTask(taskId, call);
    await push.delete(taskId, id);
  }

  async #forTask(taskId: string, call: CallContext): Promise<PushNotifier> {
    const push = notifierOf(this.#core);
    await findTask(this.#core, this.#core.scopeOf(call), taskId);
    return push;
  }
}

function notifierOf({ push, errors }: AgentCore): PushNotifier {
  if (push === undefined) throw errors.pushNotSupported();
  return push;
}
