import {
  type Approval,
  approve,
  type FollowOptions,
  foldEvent,
  follow,
  phaseOf,
  refuse,
} from "@a2agen/runtime/client";
import { isCallError } from "@a2agen/runtime/service";
import {
  addEntry,
  answerEntry,
  askedBy,
  changeEntry,
  findTask,
  keepEntry,
  lackOf,
  messageOf,
  reloadEntries,
  titleOf,
} from "./entries.ts";
import { Publisher, type Schedule } from "./publisher.ts";
import { type Sendable, toParts } from "./sendable.ts";
import type {
  AgentClient,
  AgentSource,
  ConversationSnapshot,
  Entry,
  Message,
  MessageEntry,
  Part,
  SavedConversation,
  SendRequest,
  Task,
  TaskEntry,
} from "./types.ts";

export interface ConversationOptions {
  readonly client: AgentSource;
  /** The name of the agent. Default: "agent". */
  readonly agent?: string;
  /** Default: from the first message. */
  readonly title?: string;
  /** As it was before a reload: `resume` goes on with its tasks. */
  readonly saved?: SavedConversation;
  /** When subscribers are told. Default: `queueMicrotask`; a page may take `requestAnimationFrame`. */
  readonly schedule?: Schedule;
  /** Entries that are kept, the latest ones. Default: 2000. */
  readonly limit?: number;
  /** How tasks are followed; see `follow` of `@a2agen/runtime/client`. */
  readonly following?: Pick<Partial<FollowOptions>, "pollMs" | "resume">;
  /** Gives of a task after each event what is kept: a stream without end would fill memory. Default: all. */
  readonly trim?: (task: Task) => Task;
  /**
   * With messages that begin a task. Default: `returnImmediately`, so that the task of an agent that does not
   * stream is shown before it ends.
   */
  readonly configuration?: NonNullable<SendRequest["configuration"]>;
  /** What the user reads of an error. Default: its message. */
  readonly explain?: (error: unknown) => string;
  /** Called with each answer and event, when the snapshot has it, and the task that it is about. */
  readonly onEvent?: (event: object, task: Task | undefined) => void;
  /** Called when something has come that a reload must not lose. */
  readonly onKeep?: () => void;
}

/** How a message is sent. */
export interface SendOptions extends Omit<SendRequest, "message"> {
  /** The task that the message is for. Default: the current one, if it waits. */
  readonly taskId?: string;
  /** What the message has beside its parts, such as the data of extensions. */
  readonly message?: Pick<Message, "metadata" | "extensions">;
}

/** A call that goes on. */
interface Call {
  readonly client: AgentClient;
  readonly signal: AbortSignal;
  /** The tasks that it follows. */
  readonly tasks: Set<string>;
}

/** The messages and tasks of one context of an agent, for any framework that can subscribe to a store. */
export class Conversation {
  readonly id: string;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ConversationSnapshot;
  readonly #options: ConversationOptions;
  readonly #publisher: Publisher<ConversationSnapshot>;
  /** Those given to the approvals of one question, until there is one to each. */
  readonly #answers = new Map<string, Part[]>();
  /** The question that they are for. */
  #asked: string | undefined;
  /** The question to which the answers are on their way. */
  #answered: string | undefined;
  readonly #calls = new Map<AbortController, Call["tasks"]>();

  constructor(options: ConversationOptions) {
    const { agent = "agent", title = "", saved, schedule } = options;
    this.#options = options;
    const { id = crypto.randomUUID(), contextId, current } = saved ?? {};
    const entries = reloadEntries(saved?.entries ?? []);
    this.id = id;
    const known = current === undefined ? undefined : findTask(entries, current);
    this.#publisher = new Publisher<ConversationSnapshot>(
      {
        id,
        agent: saved?.agent ?? agent,
        title: saved?.title ?? title,
        contextId,
        entries,
        current: known,
        ...askedBy(known),
        isBusy: false,
      },
      schedule,
    );
    this.subscribe = this.#publisher.subscribe;
    this.getSnapshot = this.#publisher.getSnapshot;
  }

  /** Sends a text, or parts and files, and follows what comes; never rejects: problems are entries. */
  async send(given: Sendable, options: SendOptions = {}): Promise<void> {
    // Said instead of what was to be sent with further answers.
    this.#answers.clear();
    let parts: Message["parts"];
    try {
      parts = await toParts(given);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const { contextId, current, title } = this.getSnapshot();
    const {
      taskId = current?.phase === "waiting" ? current.key : undefined,
      message: own,
      ...rest
    } = options;
    const message: Message = {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts,
      ...(contextId !== undefined && { contextId }),
      ...(taskId !== undefined && { taskId }),
      ...own,
    };
    if (title === "") this.#change({ title: titleOf(parts) });
    const task = taskId === undefined ? undefined : this.findTask(taskId);
    if (task !== undefined) this.#change({ entries: answerEntry(this.getSnapshot().entries, task) });
    this.#add({
      kind: "user",
      key: message.messageId,
      message,
      delivery: "sending",
      ...(Object.keys(rest).length > 0 && { options: rest }),
    });
    if (task !== undefined) this.#add(task);
    this.#keep();
    await this.#deliver({ message, ...rest });
  }

  /**
   * Approves or refuses what the current task asks for; never rejects. Where it asks for several, the answers
   * are sent in one message when the last one is given. An answer to what it does not ask, or has been
   * answered, is ignored: a second click sends nothing.
   */
  async answer(approval: Approval, isApproved: boolean, reason?: string): Promise<void> {
    const { approvals, question } = this.getSnapshot();
    const asked = question?.messageId ?? "";
    if (asked === this.#answered || approvals.every(({ id }) => id !== approval.id)) return;
    if (asked !== this.#asked) this.#answers.clear();
    this.#asked = asked;
    this.#answers.set(approval.id, (isApproved ? approve : refuse)(approval, reason));
    this.#change({});
    if (approvals.some(({ id }) => !this.#answers.has(id))) return;
    this.#answered = asked;
    await this.send([...this.#answers.values()].flat());
    // A message that has failed leaves the question open.
    if (this.#answered === asked) this.#answered = undefined;
  }

  /**
   * Sends a message that has failed once more, as the same message; never rejects. After a reload one with a
   * file that was too large to keep, or with a webhook, is not sent.
   */
  async retry(key: string): Promise<void> {
    const entry = this.getSnapshot().entries.find((each) => each.key === key);
    if (entry?.kind !== "user" || entry.delivery !== "failed") return;
    const { message, options } = entry;
    const isReloaded = this.#options.saved?.entries.some((each) => each.key === key) === true;
    const lack = isReloaded ? lackOf(entry) : undefined;
    if (lack !== undefined) {
      this.#fail(new Error(`A ${lack} of the message was not kept over the reload: send it again.`));
      return;
    }
    this.#mark(key, "sending");
    await this.#deliver({ message, ...options });
  }

  /** Takes up a task that goes on, or looks at one that does not; never rejects. */
  async follow(taskId: string): Promise<void> {
    await this.#call(async (call) => {
      call.tasks.add(taskId);
      this.#showFollowed();
      try {
        await this.#read({ id: taskId }, call);
      } catch (error) {
        if (this.findTask(taskId) === undefined || !isCallError(error, "TaskNotFoundError")) throw error;
        this.#lose(taskId);
      }
    });
  }

  /** Looks at a task once; never rejects. */
  async refresh(taskId: string): Promise<void> {
    await this.#call(async (call) => {
      const task = await call.client.getTask({ id: taskId }, { signal: call.signal });
      this.#show({ task }, foldEvent<Task>(undefined, { task }), call);
    });
  }

  /** Goes on with all tasks that have not ended, after a reload; never rejects. */
  async resume(): Promise<void> {
    const open = this.getSnapshot().entries.filter(
      (entry) => entry.kind === "task" && (entry.phase === "working" || entry.phase === "waiting"),
    );
    await Promise.all(open.map(({ key }) => this.follow(key)));
  }

  /** Asks the agent to cancel a task, the current one by default; never rejects. */
  async cancel(taskId: string | undefined = this.getSnapshot().current?.key): Promise<void> {
    if (taskId === undefined) return;
    await this.#call(async (call) => {
      const task = await call.client.cancelTask({ id: taskId }, { signal: call.signal });
      this.#show({ task }, foldEvent<Task>(undefined, { task }), call);
    });
  }

  /** Takes an event that came another way, such as a task of a list, or a notification; never rejects. */
  async take(event: object): Promise<void> {
    await this.#call(async (call) => {
      const { taskId = "" } = (Object.values(event)[0] ?? {}) as { readonly taskId?: string };
      this.#show(event, foldEvent(this.findTask(taskId)?.task, event), call);
    });
  }

  /** Adds a line that nobody said. */
  tell(text: string): void {
    this.#add({ kind: "note", key: crypto.randomUUID(), text });
  }

  rename(title: string): void {
    this.#change({ title });
    this.#keep();
  }

  /** Stops receiving; tasks go on. */
  leave(): void {
    for (const call of this.#calls.keys()) call.abort();
  }

  findTask(id: string): TaskEntry | undefined {
    return findTask(this.getSnapshot().entries, id);
  }

  /** What is to be kept over a reload. */
  toSaved(): SavedConversation {
    const { id, agent, title, contextId, entries, current } = this.getSnapshot();
    return {
      id,
      agent,
      title,
      entries: entries.map(keepEntry),
      ...(contextId !== undefined && { contextId }),
      ...(current !== undefined && { current: current.key }),
    };
  }

  async #deliver(request: SendRequest): Promise<void> {
    const { message } = request;
    const { taskId, messageId: key, ...rest } = message;
    await this.#call(async (call) => {
      try {
        await this.#read(request, call, key);
      } catch (error) {
        if (taskId === undefined || !isCallError(error, "TaskNotFoundError")) throw error;
        // An agent under development has restarted, and keeps its tasks in memory.
        this.#lose(taskId);
        await this.#read({ ...request, message: { messageId: crypto.randomUUID(), ...rest } }, call, key);
      }
    });
    const entry = this.getSnapshot().entries.find((each) => each.key === key);
    if (entry?.kind === "user" && entry.delivery === "sending") this.#mark(key, "failed");
  }

  /** Follows a task to its end; the first thing that comes says that the message of `key` has arrived. */
  async #read(request: SendRequest | { id: string }, call: Call, key?: string): Promise<void> {
    const { client, signal } = call;
    const taskId = "message" in request ? request.message.taskId : request.id;
    const known = taskId === undefined ? undefined : this.findTask(taskId)?.task;
    const { following, trim, configuration = { returnImmediately: true } } = this.#options;
    // Of a client in the types of 1.0.
    const bounds = trim && { trim: (task: object) => trim(task as Task) };
    const options = { ...following, ...bounds, signal, ...(known && { task: known }) };
    const begins = taskId === undefined && Object.keys(configuration).length > 0;
    const sent = begins ? { configuration, ...request } : request;
    for await (const { event, task } of follow(client, sent, options)) {
      if (key !== undefined) this.#mark(key, "sent");
      // Of a client in the types of 1.0.
      this.#show(event, task as Task | undefined, call);
    }
    if (key !== undefined) this.#mark(key, "sent");
  }

  #show(event: object, task: Task | undefined, { client, tasks }: Call): void {
    const { contextId, entries } = this.getSnapshot();
    const message = messageOf(event);
    if (message !== undefined) {
      this.#change({ contextId: message.contextId || contextId });
      this.#add({ kind: "agent", key: message.messageId, message, delivery: "sent" });
    } else if (task !== undefined) {
      tasks.add(task.id);
      const before = findTask(entries, task.id)?.phase;
      const phase = phaseOf(client, task);
      const entry: TaskEntry = { kind: "task", key: task.id, task, phase, isFollowed: true };
      this.#add(entry);
      this.#change({ current: entry, contextId: task.contextId || contextId });
      if (before !== phase) this.#keep();
    }
    this.#options.onEvent?.(event, task);
  }

  async #call(run: (call: Call) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    const tasks = new Set<string>();
    this.#calls.set(stop, tasks);
    this.#change({ isBusy: true });
    try {
      const { client } = this.#options;
      await run({ client: typeof client === "function" ? await client() : client, signal, tasks });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#calls.delete(stop);
      this.#showFollowed();
      this.#change({ isBusy: this.#calls.size > 0 });
      this.#keep();
    }
  }

  /** Says of each task whether a call follows it. */
  #showFollowed(): void {
    const followed = new Set([...this.#calls.values()].flatMap((tasks) => [...tasks]));
    const entries = this.getSnapshot().entries.map((entry) => {
      const isFollowed = followed.has(entry.key);
      return entry.kind === "task" && entry.isFollowed !== isFollowed ? { ...entry, isFollowed } : entry;
    });
    this.#change({ entries });
  }

  #lose(taskId: string): void {
    const { entries } = this.getSnapshot();
    this.#change({ entries: changeEntry(entries, taskId, { phase: "lost" }) });
    this.tell(`The agent does not know the task ${taskId} any more.`);
  }

  #mark(key: string, delivery: MessageEntry["delivery"]): void {
    const { entries } = this.getSnapshot();
    const entry = entries.find((each) => each.key === key);
    if (entry?.kind !== "user" || entry.delivery === delivery) return;
    this.#change({ entries: changeEntry(entries, key, { delivery }) });
    this.#keep();
  }

  #fail(error: unknown): void {
    const { explain = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)) } =
      this.#options;
    this.#add({ kind: "problem", key: crypto.randomUUID(), text: explain(error) });
  }

  #add(entry: Entry): void {
    this.#change({ entries: addEntry(this.getSnapshot().entries, entry, this.#options.limit ?? 2000) });
  }

  #change(change: Partial<ConversationSnapshot>): void {
    const changed = { ...this.getSnapshot(), ...change };
    const current = changed.current && findTask(changed.entries, changed.current.key);
    this.#publisher.publish({ ...changed, current, ...askedBy(current, changed) });
  }

  #keep(): void {
    this.#options.onKeep?.();
  }
}
