import { isObject, own } from "../../core/object.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { isCallError } from "../../service/call-error.ts";
import { type ClientOrigin, originOf } from "../../service/client-service.ts";
import type { ClientDefinition, ClientMethod } from "../../service/method.ts";
import type { TaskRules } from "../../service/protocol.ts";
import type { ClientInterceptor, ClientTransport } from "../../service/transport.ts";
import { createRepeat } from "../calls/repeat.ts";
import { withResume } from "../calls/resume.ts";
import type { Repeat, ResumeOptions } from "../contract/retry-options.ts";

/** How the calls of a client are made again. */
export interface TaskCallOptions {
  /**
   * How a stream that breaks is resumed, and a look at a task repeated; `false` for not at all. The client of
   * a connection resumes its streams itself, as `connect` was told.
   */
  readonly resume?: ResumeOptions | false;
  /** What the client is made from; of clients of `connect` and `createClient` it is known. */
  readonly service?: ClientDefinition;
}

/** The calls of a client that begin a task and show it, found by what the protocol says of tasks. */
export class TaskCalls {
  readonly rules: TaskRules;
  readonly #service: ClientDefinition;
  readonly #calls: ClientTransport;
  /** The same, whose streams are resumed. */
  readonly #resumed: ClientTransport;
  readonly #repeat: Repeat;
  readonly #subscribe: ClientMethod;
  readonly #stream: ClientMethod;
  readonly #send: ClientMethod;
  readonly #read: ClientMethod;

  /** Throws a TypeError for a client without these calls. */
  constructor(client: object, { resume, service }: TaskCallOptions) {
    const { service: made, resumes } = expectOrigin(client, service);
    const rules = made.protocol.tasks;
    const methods = Object.values<ClientMethod>(made.methods);
    const subscribe = methods.find(({ name }) => name === rules?.resume.method);
    const stream = methods.find(
      (method) =>
        method.kind === "server" &&
        method !== subscribe &&
        method.output.typeName === subscribe?.output.typeName,
    );
    const send = methods.find(
      ({ kind, input }) => kind === "unary" && input.typeName === stream?.input.typeName,
    );
    const read = methods.find(({ name }) => name === rules?.snapshot?.method);
    if (!rules || !subscribe || !stream || !send || !read) {
      throw new TypeError(`client: expected one of a service with tasks, found one of ${made.typeName}`);
    }
    this.rules = rules;
    this.#service = made;
    this.#calls = callsOf(client, made);
    const resumed: ClientInterceptor = withResume(made, resume || {});
    this.#resumed = resumes || resume === false ? this.#calls : resumed(this.#calls);
    this.#repeat = createRepeat(resume === false ? { attempts: 1 } : { attempts: 8, ...resume });
    [this.#subscribe, this.#stream, this.#send, this.#read] = [subscribe, stream, send, read];
  }

  /** The task that a request names; undefined for one with a message, which may begin one. */
  taskIn(request: unknown): string | undefined {
    const { field, value } = this.#snapshot;
    const name = isObject(request) ? own(request, field) : undefined;
    return typeof name === "string" ? name.slice(value.indexOf("{}")) : undefined;
  }

  /** Sends a message, or takes up a task, and streams what happens. */
  stream(request: object, options: CallOptions): AsyncIterable<object> {
    const taskId = this.taskIn(request);
    const events =
      taskId === undefined
        ? this.#resumed.stream(this.#stream, request, options)
        : this.#resumed.stream(this.#subscribe, this.#name(this.rules.resume, taskId, request), options);
    // The service's own type of events.
    return events as AsyncIterable<object>;
  }

  /** Sends a message without a stream: the answer is an event. */
  async send(request: object, options: CallOptions): Promise<object> {
    // The service's own type of answers.
    return (await this.#calls.unary(this.#send, request, options)) as object;
  }

  /** The task as it is now, as an event; tries again while the agent is out of reach. */
  async read(taskId: string, request: object, options: CallOptions): Promise<object> {
    const named = this.taskIn(request) === undefined ? this.#name(this.#snapshot, taskId, request) : request;
    const task = await this.#repeat(options, (limits) =>
      this.#calls.unary(this.#read, named, { ...options, ...limits }),
    );
    // The service's own type of tasks.
    return (this.rules.eventTag === undefined ? { [this.#snapshot.event]: task } : task) as object;
  }

  /** Whether an error says that there is no stream to be had, and nothing has been done. */
  isRefusal(error: unknown): boolean {
    if (!isCallError(error)) return false;
    const rules = this.#service.protocol.card?.capabilities ?? [];
    const refusals = rules.filter(({ methods }) => methods.includes(this.#stream.name));
    return error.status === "UNIMPLEMENTED" || refusals.some((rule) => error.name === rule.error);
  }

  get #snapshot(): NonNullable<TaskRules["snapshot"]> {
    // The constructor has found its method.
    return this.rules.snapshot as NonNullable<TaskRules["snapshot"]>;
  }

  /** A request that names the task, for the same tenant. */
  #name(
    { field, value }: { readonly field: string; readonly value: string },
    taskId: string,
    request: object,
  ): object {
    const { tenantField } = this.#service.protocol;
    const tenant = tenantField === undefined ? undefined : own(request, tenantField);
    return {
      ...(tenantField !== undefined && tenant !== undefined && { [tenantField]: tenant }),
      [field]: value.replace("{}", () => taskId),
    };
  }
}

/** What the protocol of a client says of tasks; throws a TypeError where it has none. */
export function rulesOf(client: object, { service }: Pick<TaskCallOptions, "service">): TaskRules {
  const { protocol, typeName } = expectOrigin(client, service).service;
  if (protocol.tasks !== undefined) return protocol.tasks;
  throw new TypeError(`client: expected one of a service with tasks, found one of ${typeName}`);
}

function expectOrigin(client: object, service: ClientDefinition | undefined): ClientOrigin {
  const origin = service === undefined ? originOf(client) : { service, resumes: false };
  if (origin !== undefined) return origin;
  throw new TypeError(
    "client: expected one of connect or createClient, found another object; say by the option service what it is a client of",
  );
}

/** A client as the transport that it is made from. */
function callsOf(client: object, { methods }: ClientDefinition): ClientTransport {
  const keys = new Map(Object.entries<ClientMethod>(methods).map(([key, { name }]) => [name, key]));
  const call = (method: ClientMethod, request: unknown, options: CallOptions): unknown => {
    const found = own(client, keys.get(method.name) ?? "");
    if (typeof found !== "function")
      throw new TypeError(`client: expected one with ${method.name}, found none`);
    return Reflect.apply(found, client, [request, options]) as unknown;
  };
  return {
    binding: "client",
    // Methods of this kind give promises, those of the other kind events.
    unary: (...given) => call(...given) as Promise<unknown>,
    stream: (...given) => call(...given) as AsyncIterable<unknown>,
    close: () => Promise.resolve(),
  };
}
