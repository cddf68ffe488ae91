import type { Part, Task } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { isConnectError } from "@a2agen/runtime/client";
import { base64ToBytes } from "@a2agen/runtime/internal";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { CatalogAnswer, ListedCatalog, ListedEntry } from "../../console-server/catalog-protocol.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TaskRecord } from "../conversation/task-record.ts";
import { KnownExtensions } from "../extensions/known-extensions.ts";
import type { Additions } from "../extensions/place-data.ts";
import { type SentRequest, WireLog } from "../wire/wire-log.ts";
import { type AgentChoice, CatalogFound, explain, openAgent } from "./agent.ts";
import { ConversationList } from "./conversation-list.ts";
import type { AgentState, Line, PageState, SheetName, Toast, View } from "./page-state.ts";
import { rememberAgent, withScheme } from "./recent-agents.ts";
import { sendRecorded } from "./recorded-fetch.ts";
import { Relay } from "./relay.ts";
import { sendGrpc } from "./relayed-grpc.ts";
import type { Repetition } from "./repeat.ts";

/** How the agent of the page is to be reached. */
type Choice = Pick<AgentChoice, "headers" | "credentials" | "use">;

/** The state of an agent of the page, and the actions on it; that of the first agent is the page's. */
export class AppState {
  readonly state: Signal<AgentState> = signal({ kind: "closed" });
  readonly view: Signal<View>;
  readonly line: ReadonlySignal<Line>;
  readonly sheet: Signal<SheetName | undefined> = signal(undefined);
  readonly toast: Signal<Toast | undefined> = signal(undefined);
  /** The conversation with the task that is shown beside the list of tasks. */
  readonly beside: Signal<Conversation | undefined> = signal(undefined);
  readonly list: ConversationList;
  readonly wire = new WireLog();
  readonly url: Signal<string>;
  /** The catalog at the URL, and the agent of it that was chosen. */
  readonly catalog: Signal<ListedCatalog | undefined> = signal(undefined);
  readonly entry: Signal<ListedEntry | undefined> = signal(undefined);
  readonly relay: Relay;
  readonly extensions: KnownExtensions;
  /** The agent beside the first one, and whether it is shown where there is room for one only. */
  readonly second: Signal<AppState | undefined> = signal(undefined);
  readonly showsSecond: Signal<boolean> = signal(false);
  /** Absent for the first one itself. */
  readonly first: AppState | undefined;
  readonly #token: string;
  /** The tasks whose notifications come to a webhook, by its identifier. */
  readonly hooks = new Map<string, TaskRecord>();
  #opening: AbortController | undefined;
  #use: string | undefined;
  #choice: AgentChoice = { url: "", headers: {}, credentials: {}, extensions: [] };
  /** The card as it came last, and from where. */
  #card: unknown;
  #cardUrl: string | undefined;
  readonly #isLost = signal(false);

  constructor(page: PageState, first?: AppState) {
    const { token, agent = "", view = "conversation", use, task, entry, conversation, second } = page;
    this.#token = token;
    this.first = first;
    this.relay = new Relay(token, (isReached) => {
      this.#isLost.value = !isReached;
      if (isReached) void this.checkCard();
    });
    this.line = computed(() => {
      const { kind } = this.state.value;
      if (kind === "opening") return "connecting";
      if (kind === "failed") return "refused";
      if (kind === "closed") return "closed";
      return this.#isLost.value ? "lost" : "connected";
    });
    this.extensions = first?.extensions ?? new KnownExtensions(this.relay);
    this.view = signal(view);
    this.url = signal(agent);
    this.list = new ConversationList(agent, conversation, first === undefined ? "" : ".second");
    effect(() => {
      // The task of the conversation that is shown.
      void this.list.chosen.value.snapshot.value;
      if (this.url.value !== "" && this.state.value.kind === "open") this.#remember();
    });
    if (first === undefined) void this.#receive();
    else keepOneOpen(this, first);
    // Who comes back to the page may have changed the agent meanwhile.
    window.addEventListener("focus", () => void this.checkCard());
    this.#use = use;
    if (agent !== "") void this.#restore(task, entry);
    if (second !== undefined) this.openBeside(second);
  }

  /** Opens another agent beside the first one; without a URL, one that is to be chosen. */
  openBeside(url = ""): void {
    this.closeBeside();
    this.second.value = new AppState({ token: this.#token, agent: withScheme(url) }, this);
    this.#remember();
  }

  closeBeside(): void {
    const { value } = this.second;
    value?.close();
    this.second.value = undefined;
    this.showsSecond.value = false;
    this.#remember();
  }

  close(): void {
    this.#opening?.abort();
    this.state.value = { kind: "closed" };
    this.list.chosen.value.leave();
    this.list.save();
  }

  /** Sends a message in the conversation that is shown. */
  send(parts: readonly Part[], additions?: Additions): void {
    const { value } = this.state;
    if (value.kind === "open") void this.list.chosen.value.send(parts, value.agent, additions);
  }

  /** Opens what the address of the page names, if it exists. */
  async #restore(task: string | undefined, entry: string | undefined): Promise<void> {
    const wanted = this.#use;
    await this.open({ headers: {}, credentials: {} });
    const listed = this.catalog.value?.entries.find(
      ({ isAgent, identifier }) => isAgent && identifier === entry,
    );
    if (listed !== undefined) await this.openEntry(listed);
    const first = this.state.value;
    if (first.kind === "open" && wanted !== undefined) {
      const found = first.agent.card.supportedInterfaces.find(
        ({ protocolVersion, protocolBinding }) => `${protocolVersion} ${protocolBinding}` === wanted,
      );
      if (found !== undefined) {
        const { url, protocolBinding: binding, protocolVersion: version } = found;
        const card = first.agent.receivedCard;
        await this.open({ headers: {}, credentials: {}, use: { url, binding, version, card } });
      }
    }
    const { value } = this.state;
    if (value.kind !== "open" || task === undefined) return;
    this.list.chosen.value = this.list.withTask(task) ?? this.list.chosen.value;
    await this.list.chosen.value.refresh(task, value.agent);
    this.#remember();
  }

  /** Connects to the agent of `url`; never rejects. */
  async open(choice: Choice): Promise<void> {
    this.state.value = { kind: "opening" };
    const url = withScheme(this.url.value);
    this.url.value = url;
    if (choice.use === undefined) this.#forgetCatalog();
    const entry = this.entry.value;
    const extensions = this.#choice.url === url ? this.#choice.extensions : [];
    await this.#connect({ url, extensions, ...(entry && { entry }), ...choice });
  }

  /** Tries again, with the same credentials if it is the same agent; never rejects. */
  async reopen(): Promise<void> {
    const { headers, credentials, url } = this.#choice;
    const isSame = url === withScheme(this.url.value);
    await this.open(isSame ? { headers, credentials } : { headers: {}, credentials: {} });
  }

  /** Connects to an agent of the catalog, without the credentials for another one; never rejects. */
  async openEntry(entry: ListedEntry): Promise<void> {
    this.state.value = { kind: "opening" };
    this.entry.value = entry;
    this.#cardUrl = undefined;
    await this.#connect({ url: this.url.value, entry, headers: {}, credentials: {}, extensions: [] });
  }

  /** Shows the catalog again. */
  listAgents(): void {
    this.#opening?.abort();
    this.entry.value = undefined;
    this.state.value = { kind: "closed" };
    this.#remember();
  }

  #forgetCatalog(): void {
    this.catalog.value = undefined;
    this.entry.value = undefined;
  }

  /** Asks the agent for these extensions from now on; never rejects. */
  async activate(extensions: readonly string[]): Promise<void> {
    await this.#connect({ ...this.#choice, extensions });
  }

  /** Reconnects if the agent's card has changed: one under development restarts. Never rejects. */
  async checkCard(): Promise<void> {
    const { value } = this.state;
    const { use, ...given } = this.#choice;
    const opening = this.#opening;
    if (value.kind !== "open" || this.#cardUrl === undefined) return;
    const card = await this.relay.fetchJson(this.#cardUrl, given.headers);
    if (card === undefined || JSON.stringify(card) === JSON.stringify(this.#card)) return;
    // Another look, or the user, has connected meanwhile.
    if (this.#opening !== opening) return;
    const known = use === undefined ? undefined : { ...use, card };
    await this.#connect({ ...given, ...(known === undefined ? {} : { use: known }) });
    if (this.state.value.kind === "open") this.list.chosen.value.tell("The agent has another card now.");
  }

  async #connect(choice: AgentChoice): Promise<void> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    this.#choice = choice;
    this.#use = choice.use === undefined ? undefined : `${choice.use.version} ${choice.use.binding}`;
    this.#remember();
    try {
      const around = { relay: this.relay, wire: this.wire, signal: opening.signal };
      const agent = await openAgent(choice, around);
      if (opening.signal.aborted) return;
      this.#isLost.value = false;
      this.list.turnTo(this.agentKey);
      this.state.value = { kind: "open", agent };
      this.list.resume(this.agentKey, agent);
      rememberAgent(choice.url);
      this.#card = agent.receivedCard;
      this.#cardUrl = agent.cardUrl ?? this.#cardUrl;
    } catch (error) {
      const found = await this.#findCatalog(choice, error);
      if (opening.signal.aborted) return;
      if (found !== undefined && "catalog" in found) {
        this.catalog.value = found.catalog;
        this.state.value = { kind: "closed" };
      } else this.state.value = { kind: "failed", message: found?.problem ?? explain(error) };
    }
  }

  /** The catalog at a URL, or of a host, that has no card. */
  async #findCatalog(
    { url, headers, use, entry }: AgentChoice,
    error: unknown,
  ): Promise<CatalogAnswer | undefined> {
    if (use !== undefined || entry !== undefined) return undefined;
    if (!(error instanceof CatalogFound) && !isConnectError(error, "card-not-found")) return undefined;
    return this.relay.ask<CatalogAnswer>("/catalog", { url, headers });
  }

  /** By what conversations know their agent. */
  get agentKey(): string {
    return this.entry.value?.identifier ?? this.url.value;
  }

  show(view: View): void {
    this.view.value = view;
    this.beside.value = undefined;
    this.closeSheet();
    this.#remember();
  }

  closeSheet(): void {
    this.sheet.value = undefined;
    this.second.value?.closeSheet();
  }

  begin(): void {
    this.list.begin(this.agentKey);
    this.show("conversation");
  }

  choose(conversation: Conversation): void {
    this.list.chosen.value = conversation;
    this.show("conversation");
  }

  /** Forgets a conversation; a toast brings it back. */
  remove(conversation: Conversation): void {
    const undo = this.list.remove(conversation);
    const toast = { text: `\u201c${conversation.title.value}\u201d is deleted.`, undo };
    this.toast.value = toast;
    setTimeout(() => {
      if (this.toast.value === toast) this.toast.value = undefined;
    }, 10_000);
  }

  /** Shows a task of the list beside it, as it is now, in a conversation. */
  openTask(task: Task, title: string): void {
    if (this.state.value.kind !== "open") return;
    const { agent } = this.state.value;
    let conversation = this.list.withTask(task.id);
    if (conversation === undefined) {
      conversation = this.list.begin(this.agentKey);
      conversation.rename(title);
      void conversation.take(task, agent);
    } else this.list.chosen.value = conversation;
    void conversation.refresh(task.id, agent);
    this.beside.value = conversation;
  }

  /** Lets the agent send the events of a task to a webhook of this console. */
  async notify(taskId: string): Promise<void> {
    if (this.state.value.kind !== "open") return;
    const { client } = this.state.value.agent;
    // Of several side by side, and whichever is shown when the agent has answered.
    const conversation = this.list.withTask(taskId) ?? this.list.chosen.value;
    try {
      const url = await this.relay.openWebhook();
      this.hooks.set(url.slice(url.lastIndexOf("/") + 1), conversation.recordOf(taskId));
      await client.createTaskPushNotificationConfig({ taskId, id: crypto.randomUUID(), url });
      conversation.tell(`The agent sends events of the task to ${url}.`);
    } catch (error) {
      conversation.tell(explain(error));
    }
  }

  /** Sends a request as it is; the answer is in the wire. */
  async resend(request: SentRequest): Promise<void> {
    try {
      const way = { relay: this.relay, wire: this.wire, signal: undefined };
      if (request.kind === "http") await (await sendRecorded(request, way)).arrayBuffer();
      else for await (const _ of (await sendGrpc(request, way)).pieces);
    } catch {
      // The wire shows it.
    }
  }

  /** Makes the call of an exchange over every interface of the card; never rejects. */
  async repeat(exchange: Exchange, onChange: (repetitions: readonly Repetition[]) => void): Promise<void> {
    if (this.state.value.kind !== "open") return;
    const { agent } = this.state.value;
    const around = { relay: this.relay, wire: this.wire, signal: new AbortController().signal };
    const { repeatCall } = await import("./repeat.ts");
    await repeatCall(exchange, { agent, choice: this.#choice, around }, onChange);
  }

  /** Puts the notifications of webhooks into the wire. */
  async #receive(): Promise<void> {
    try {
      for await (const { body, headers, hook, receivedAt } of this.relay.deliveries(
        new AbortController().signal,
      )) {
        const owner = [this.second.value, this].find((each) => each?.hooks.has(hook)) ?? this;
        const record = owner.wire.begin({
          kind: "http",
          verb: "POST",
          url: `${location.origin}/hooks/${hook}`,
          headers: Object.entries(headers),
          body: base64ToBytes(body),
        });
        record.head(204, []);
        record.end();
        owner.hooks.get(hook)?.deliver({ receivedAt, content: parseBody(base64ToBytes(body)) });
      }
    } catch {
      // The command has ended; the next request says so.
    }
  }

  #remember(): void {
    if (this.first !== undefined) {
      this.first.#remember();
      return;
    }
    const parameters = new URLSearchParams({ token: this.#token, view: this.view.value });
    if (this.url.value !== "") parameters.set("agent", this.url.value);
    if (this.#use !== undefined) parameters.set("use", this.#use);
    if (this.entry.value !== undefined) parameters.set("entry", this.entry.value.identifier);
    const { current } = this.list.chosen.value.snapshot.value;
    if (!this.list.chosen.value.isEmpty) parameters.set("conversation", this.list.chosen.value.id);
    if (current !== undefined) parameters.set("task", current.key);
    if (this.second.value !== undefined) parameters.set("beside", this.second.value.url.value);
    history.replaceState(null, "", `#${parameters.toString()}`);
  }
}

/** A sheet of one agent closes that of the other. */
function keepOneOpen({ sheet: one }: AppState, { sheet: other }: AppState): void {
  effect(() => {
    if (one.value !== undefined) other.value = undefined;
  });
  effect(() => {
    if (other.value !== undefined) one.value = undefined;
  });
}

function parseBody(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Shown as it came.
    return text;
  }
}
