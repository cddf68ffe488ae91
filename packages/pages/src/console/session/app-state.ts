import type { Task } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { isConnectError } from "@a2agen/runtime/client";
import { base64ToBytes } from "@a2agen/runtime/internal";
import { effect, type Signal, signal } from "@preact/signals";
import type { CatalogAnswer, ListedCatalog, ListedEntry } from "../../console-server/catalog-protocol.ts";
import { Conversation } from "../conversation/conversation.ts";
import type { TaskRecord } from "../conversation/task-record.ts";
import { KnownExtensions } from "../extensions/known-extensions.ts";
import { type SentRequest, WireLog } from "../wire/wire-log.ts";
import { type AgentChoice, CatalogFound, explain, type OpenAgent, openAgent } from "./agent.ts";
import { sendRecorded } from "./recorded-fetch.ts";
import { Relay } from "./relay.ts";
import { sendGrpc } from "./relayed-grpc.ts";
import { type Repetition, repeatCall } from "./repeat.ts";

export type View = "conversation" | "tasks" | "card" | "wire";

export type AgentState =
  | { readonly kind: "closed" | "opening" }
  | { readonly kind: "open"; readonly agent: OpenAgent }
  | { readonly kind: "failed"; readonly message: string };

/** What the address of the page says: the token of the launch, and what to show. */
export interface PageState {
  readonly token: string;
  readonly agent?: string;
  readonly view?: View;
  /** Version and binding of the interface that is spoken: "1.0 JSONRPC". */
  readonly use?: string;
  /** The task that is shown. */
  readonly task?: string;
  /** The identifier of an agent in the catalog that `agent` is the URL of. */
  readonly entry?: string;
}

/** How the agent of the page is to be reached. */
type Choice = Pick<AgentChoice, "headers" | "credentials" | "use">;

/** The state of the page, and the actions on it. */
export class AppState {
  readonly state: Signal<AgentState> = signal({ kind: "closed" });
  readonly view: Signal<View>;
  readonly conversations: Signal<readonly Conversation[]> = signal([]);
  readonly conversation: Signal<Conversation>;
  readonly wire = new WireLog();
  readonly url: Signal<string>;
  /** The catalog at the URL, and the agent of it that was chosen. */
  readonly catalog: Signal<ListedCatalog | undefined> = signal(undefined);
  readonly entry: Signal<ListedEntry | undefined> = signal(undefined);
  readonly relay: Relay;
  readonly extensions: KnownExtensions;
  readonly #token: string;
  /** The tasks whose notifications come to a webhook, by its identifier. */
  readonly #hooks = new Map<string, TaskRecord>();
  #opening: AbortController | undefined;
  #use: string | undefined;
  #choice: AgentChoice = { url: "", headers: {}, credentials: {}, extensions: [] };
  /** The card as it came last, and from where. */
  #card: unknown;
  #cardUrl: string | undefined;

  constructor({ token, agent = "", view = "conversation", use, task, entry }: PageState) {
    this.#token = token;
    this.relay = new Relay(token, () => void this.checkCard());
    this.extensions = new KnownExtensions(this.relay);
    this.view = signal(view);
    this.url = signal(agent);
    const first = new Conversation();
    this.conversation = signal(first);
    this.conversations.value = [first];
    effect(() => {
      // The task of the conversation that is shown.
      void this.conversation.value.snapshot.value;
      if (this.url.value !== "" && this.state.value.kind === "open") this.#remember();
    });
    void this.#receive();
    // Who comes back to the page may have changed the agent meanwhile.
    window.addEventListener("focus", () => void this.checkCard());
    this.#use = use;
    if (agent !== "") void this.#restore(task, entry);
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
    await this.conversation.value.refresh(task, value.agent);
    this.#remember();
  }

  /** Connects to the agent of `url`; never rejects. */
  async open(choice: Choice): Promise<void> {
    this.state.value = { kind: "opening" };
    const url = this.url.value;
    if (choice.use === undefined) this.#forgetCatalog();
    const entry = this.entry.value;
    const extensions = this.#choice.url === url ? this.#choice.extensions : [];
    await this.#connect({ url, extensions, ...(entry && { entry }), ...choice });
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
    if (this.state.value.kind === "open") this.conversation.value.tell("The agent has another card now.");
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
      this.state.value = { kind: "open", agent };
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

  show(view: View): void {
    this.view.value = view;
    this.#remember();
  }

  begin(): void {
    const conversation = new Conversation();
    this.conversations.value = [...this.conversations.value, conversation];
    this.choose(conversation);
  }

  choose(conversation: Conversation): void {
    this.conversation.value = conversation;
    this.show("conversation");
  }

  /** Shows a task of the list in a new conversation, as it is now. */
  openTask(task: Task): void {
    const known = this.conversations.value.find((each) => each.hasTask(task.id));
    if (known !== undefined) {
      this.choose(known);
      return;
    }
    this.begin();
    const conversation = this.conversation.value;
    conversation.rename(`Task ${task.id.slice(0, 8)}`);
    if (this.state.value.kind !== "open") return;
    const { agent } = this.state.value;
    void conversation.take(task, agent);
    void conversation.refresh(task.id, agent);
  }

  /** Lets the agent send the events of a task to a webhook of this console. */
  async notify(taskId: string): Promise<void> {
    if (this.state.value.kind !== "open") return;
    const { client } = this.state.value.agent;
    // Of several side by side, and whichever is shown when the agent has answered.
    const conversation =
      this.conversations.value.find((each) => each.hasTask(taskId)) ?? this.conversation.value;
    try {
      const url = await this.relay.openWebhook();
      this.#hooks.set(url.slice(url.lastIndexOf("/") + 1), conversation.recordOf(taskId));
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
    await repeatCall(exchange, { agent, choice: this.#choice, around }, onChange);
  }

  /** Puts the notifications of webhooks into the wire. */
  async #receive(): Promise<void> {
    try {
      for await (const { body, headers, hook, receivedAt } of this.relay.deliveries(
        new AbortController().signal,
      )) {
        const record = this.wire.begin({
          kind: "http",
          verb: "POST",
          url: `${location.origin}/hooks/${hook}`,
          headers: Object.entries(headers),
          body: base64ToBytes(body),
        });
        record.head(204, []);
        record.end();
        this.#hooks.get(hook)?.deliver({ receivedAt, content: parseBody(base64ToBytes(body)) });
      }
    } catch {
      // The command has ended; the next request says so.
    }
  }

  #remember(): void {
    const parameters = new URLSearchParams({ token: this.#token, view: this.view.value });
    if (this.url.value !== "") parameters.set("agent", this.url.value);
    if (this.#use !== undefined) parameters.set("use", this.#use);
    if (this.entry.value !== undefined) parameters.set("entry", this.entry.value.identifier);
    const { current } = this.conversation.value.snapshot.value;
    if (current !== undefined) parameters.set("task", current.key);
    history.replaceState(null, "", `#${parameters.toString()}`);
  }
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
