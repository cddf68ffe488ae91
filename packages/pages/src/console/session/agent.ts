import { A2AService, type A2AServiceClient, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import type { VersionRow } from "@a2agen/exchange/versions.ts";
import { isCatalog } from "@a2agen/runtime/catalog";
import {
  type Connection,
  type ConnectionWarning,
  type Credentials,
  connect,
  isConnectError,
} from "@a2agen/runtime/client";
import { type CatalogEntry, checkEntry, checkLead } from "@a2agen/runtime/internal";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { type BindingFactory, createClient, isCallError } from "@a2agen/runtime/service";
import { type CallLosses, type ServiceTranslation, translateTransport } from "@a2agen/runtime/versions";
import type { ListedEntry } from "../../console-server/catalog-protocol.ts";
import type { WireLog } from "../wire/wire-log.ts";
import { recordedFetch } from "./recorded-fetch.ts";
import type { Relay } from "./relay.ts";
import { relayedGrpc } from "./relayed-grpc.ts";

/** How an agent is to be reached. */
export interface AgentChoice {
  /** Of the agent, or of its card when it ends in ".json". */
  readonly url: string;
  /** The entry of a catalog that was chosen; the URL is that of the catalog then. */
  readonly entry?: ListedEntry;
  /** The interface to use; the first usable one of the card when absent. */
  readonly use?: InterfaceChoice;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  readonly extensions: readonly string[];
}

/** An interface of the card. */
export interface InterfaceChoice {
  readonly url: string;
  readonly binding: string;
  readonly version: string;
  /** The card as it came. */
  readonly card: unknown;
}

/** An agent that answers. */
export interface OpenAgent {
  /** In the types of 1.0, whatever is spoken. */
  readonly client: A2AServiceClient;
  readonly connection: Connection<object>;
  /** In the types of 1.0. */
  readonly card: AgentCard;
  /** As it came. */
  readonly receivedCard: unknown;
  /** Where it came from; undefined for a card that was given. */
  readonly cardUrl: string | undefined;
  readonly warnings: readonly ConnectionWarning[];
  readonly losses: readonly CallLosses[];
}

export interface AgentSurroundings {
  readonly relay: Relay;
  readonly wire: WireLog;
  readonly signal: AbortSignal;
}

/** Why a URL is not that of an agent. */
export class CatalogFound extends Error {
  constructor() {
    super("expected an agent card, found an AI Catalog");
  }
}

/** What is spoken with an agent, beside `older` versions. */
export interface Speech extends Pick<VersionRow, "service" | "translation"> {
  readonly older: readonly ServiceTranslation<object, A2AService>[];
  /** The card in the form of that version, where it has another one. */
  readonly card?: object | undefined;
}

/** What is around an agent while it is opened. */
export interface Opening extends AgentSurroundings {
  readonly send: typeof fetch;
}

/**
 * Connects to an agent; rejects with an Error that says why it cannot be reached. The code of versions beside
 * the current one is loaded for an agent that names them.
 */
export async function openAgent(choice: AgentChoice, around: AgentSurroundings): Promise<OpenAgent> {
  const { send, forget } = askOnce(recordedFetch(around.relay, around.wire));
  const opening = { ...around, send };
  try {
    const opened = await openCurrent(choice, opening);
    if (opened !== undefined) return opened;
    const { openAnyVersion } = await import("./open-any-version.ts");
    return await openAnyVersion(choice, opening);
  } finally {
    forget();
  }
}

/** Undefined for an agent that has to be, or may be, spoken with in another version as well. */
async function openCurrent(choice: AgentChoice, opening: Opening): Promise<OpenAgent | undefined> {
  if (choice.use !== undefined) return undefined;
  try {
    const opened = await openWith({ service: A2AService, older: [] }, choice, opening);
    const { card, connection, receivedCard } = opened;
    const { protocolVersion } = connection.interface;
    const isAlone = card.supportedInterfaces.every((each) => each.protocolVersion === protocolVersion);
    // Other versions have other fields beside, or in place of, those of the current one.
    return isAlone && Object.keys(receivedCard as object).every((name) => name in card) ? opened : undefined;
  } catch (error) {
    if (isConnectError(error)) return undefined;
    throw error;
  }
}

/** A `fetch` that keeps its answers to GET until they are forgotten: each version reads the same card. */
function askOnce(send: typeof fetch): { readonly send: typeof fetch; readonly forget: () => void } {
  const answers = new Map<string, Promise<Response>>();
  let isKept = true;
  return {
    async send(input, init) {
      const { method, url } = new Request(input, init);
      if (!isKept || method !== "GET") return send(input, init);
      const answer = answers.get(url) ?? send(input, init);
      answers.set(url, answer);
      return (await answer).clone();
    },
    forget() {
      isKept = false;
      for (const answer of answers.values()) {
        answer.then(({ body }) => body?.cancel()).catch(() => undefined);
      }
    },
  };
}

/** Asks for the extensions that the agent requires as well. */
export async function openWith(speech: Speech, choice: AgentChoice, opening: Opening): Promise<OpenAgent> {
  return openIn(speech, choice, opening).catch((error: unknown) => {
    const required = isCallError(error) ? error.metadata["requiredExtensions"]?.split(",") : undefined;
    if (required === undefined) throw error;
    return openIn(
      speech,
      { ...choice, extensions: [...new Set([...choice.extensions, ...required])] },
      opening,
    );
  });
}

async function openIn(
  { service, translation, older, card: ownCard }: Speech,
  choice: AgentChoice,
  { relay, wire, signal, send }: Opening,
): Promise<OpenAgent> {
  const { use, headers } = choice;
  const bindings = [jsonRpc(), rest(), relayedGrpc(relay, wire)]
    .filter(({ binding }) => use === undefined || binding === use.binding)
    .map((factory) => announced(factory, wire));
  const losses: CallLosses[] = [];
  const onLosses = (lost: CallLosses): void => {
    losses.push(lost);
  };
  let receivedCard = use?.card;
  let cardUrl: string | undefined;
  const entry = choice.entry && toEntry(choice.entry);
  let asked = entry === undefined ? choice.url : undefined;
  const source = ownCard ?? entry ?? choice.url;
  const connection = await connect<object>(service, source, {
    bindings,
    older,
    fetch: (input, init) => {
      asked = input instanceof Request ? input.url : String(input);
      return send(input, init);
    },
    headers,
    cardHeaders: headers,
    // Without credentials too: the agent says itself what it asks for.
    ...(Object.keys(choice.credentials).length === 0 ? { authentication: "none" as const } : {}),
    ...(use === undefined
      ? {}
      : { allowInterface: (url: URL) => isAt(url, use.url) || url.href === entry?.url }),
    credentials: choice.credentials,
    extensions: choice.extensions,
    insecure: true,
    signal,
    onLosses,
    verifyCard(card) {
      if (isCatalog(card)) throw new CatalogFound();
      if (source !== choice.url && source !== entry) return;
      receivedCard = card;
      cardUrl = asked;
    },
  });
  const transport = connection.transport;
  const card = toCard(connection.card, translation);
  wire.hide(card);
  return {
    client:
      translation === undefined
        ? // Later versions add to the types of 1.0.
          (createClient(service, transport) as A2AServiceClient)
        : createClient(A2AService, translateTransport(translation, transport, { onLosses })),
    connection,
    card,
    receivedCard,
    cardUrl,
    warnings: connection.warnings,
    losses,
  };
}

/** An entry with the rules of its catalog: no private networks, secrets stay at its origin. */
function toEntry(listed: ListedEntry): CatalogEntry {
  return { ...listed, source: listed, [checkEntry]: (options) => checkLead(listed, options) };
}

function toCard(card: object, translation: ServiceTranslation<object, A2AService> | undefined): AgentCard {
  // The translator of cards makes cards.
  if (translation !== undefined) return translation.card.upgrade(card).value as AgentCard;
  return AgentCardCodec.decode(card, { lenient: true });
}

/** A binding that logs its exchanges. */
function announced(factory: BindingFactory, wire: WireLog): BindingFactory {
  return {
    ...factory,
    connect(target) {
      const { service, url } = target;
      wire.speak({ service, url: toHttpUrl(url), binding: factory.binding });
      return factory.connect(target);
    },
  };
}

/** Whether a server is that of an interface; gRPC may name it as "host:port". */
function isAt({ host }: URL, address: string): boolean {
  return new URL(toHttpUrl(address)).host === host;
}

/** What went wrong, and what may help. */
export function explain(error: unknown): string {
  if (!isCallError(error)) {
    const text = error instanceof Error ? error.message : String(error);
    const remedy = text.includes("is not fetched:")
      ? "connect to its URL"
      : "choose the interface beside the URL";
    return text.replaceAll("allow it with allowInterface", `${remedy} to allow it`);
  }
  const violations = error.violations.map(({ field, description }) => `${field}: ${description}`);
  const parts = [error.message, ...violations.filter((text) => !error.message.includes(text))];
  return `${error.name === "CallError" ? error.status : error.name}: ${parts.join("; ")}`;
}
