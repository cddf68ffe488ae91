import { defined } from "../../core/object.ts";
import type { CallContext } from "../../service/index.ts";
import type { PushNotifier } from "../contract/push-notifier.ts";
import type { StoredPushConfig } from "../contract/webhook-store.ts";
import { type AgentCore, findTask, toStoreError } from "../core/agent-core.ts";
import { invalidField, showText } from "../core/agent-errors.ts";
import { isOutOfReach } from "../core/out-of-reach.ts";
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
  given: TaskPushNotificationConfig,
  init: SetPushConfigInit,
): Promise<TaskPushNotificationConfig> {
  const push = notifierOf(core);
  const stored = completePushConfig(core, given, init);
  await reach(core, init.taskId, push.set(stored));
  return stored.config;
}

/** A configuration with its task and an identifier. */
export function completePushConfig(
  core: AgentCore,
  config: TaskPushNotificationConfig,
  { taskId, version, call, field }: SetPushConfigInit,
): StoredPushConfig {
  if (config.taskId !== undefined && config.taskId !== "" && config.taskId !== taskId) {
    throw invalidField(
      field === "" ? "taskId" : `${field}.taskId`,
      `expected the task of the message, or none, found ${showText(config.taskId)}`,
    );
  }
  const id = config.id === undefined || config.id === "" ? crypto.randomUUID() : config.id;
  const carrier = core.observer?.carrier();
  return {
    config: { ...config, id, taskId },
    profile: call.profile,
    scope: core.scopeOf(call),
    version,
    ...defined({ carrier }),
  };
}

/** Fails with UNAVAILABLE if the webhooks were out of reach; passes on what else the notifier fails with. */
export async function reach<Result>(
  core: AgentCore,
  taskId: string,
  answer: Promise<Result>,
): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw isOutOfReach(error) ? toStoreError(core, error, taskId) : error;
  }
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
    const config = await reach(this.#core, taskId, push.get(taskId, id));
    if (config === undefined) throw this.#core.errors.noPushConfig(taskId, id);
    return config;
  }

  /** All configurations on one page, unless the request wants smaller ones. */
  async list(
    { taskId, pageSize = 0, pageToken = "" }: ListTaskPushNotificationConfigsRequest,
    call: CallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    const push = await this.#forTask(taskId, call);
    if (!Number.isInteger(pageSize) || pageSize < 0) {
      throw invalidField("pageSize", `expected a number from 0, found ${String(pageSize)}`);
    }
    const all = [...(await reach(this.#core, taskId, push.list(taskId)))];
    const start = pageToken === "" ? 0 : startAfter(all, pageToken);
    const configs = all.slice(start, pageSize === 0 ? undefined : start + pageSize);
    const end = start + configs.length;
    return { configs, nextPageToken: end < all.length ? toPageToken(end, configs) : "" };
  }

  async delete({ taskId, id }: DeleteTaskPushNotificationConfigRequest, call: CallContext): Promise<void> {
    const push = await this.#forTask(taskId, call);
    await reach(this.#core, taskId, push.delete(taskId, id));
  }

  async #forTask(taskId: string, call: CallContext): Promise<PushNotifier> {
    const push = notifierOf(this.#core);
    await findTask(this.#core, this.#core.scopeOf(call), taskId);
    return push;
  }
}

/** The place where the next page begins, and the configuration before it. */
function toPageToken(end: number, configs: readonly TaskPushNotificationConfig[]): string {
  return `${end}-${encodeURIComponent(configs.at(-1)?.id ?? "")}`;
}

/** Where a page token begins: after the last configuration of the previous page, or in its place. */
function startAfter(all: readonly TaskPushNotificationConfig[], token: string): number {
  const [, end, name = ""] = /^(\d{1,6})-(.*)$/su.exec(token) ?? [];
  if (end === undefined) {
    throw invalidField("pageToken", "expected the nextPageToken of a page, found something else");
  }
  const last = all.findIndex(({ id = "" }) => encodeURIComponent(id) === name);
  return last >= 0 ? last + 1 : Math.max(Number(end) - 1, 0);
}

function notifierOf({ push, errors }: AgentCore): PushNotifier {
  if (push === undefined) throw errors.pushNotSupported();
  return push;
}
