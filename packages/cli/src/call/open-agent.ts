import { A2AService, type A2AServiceClient, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { openLater } from "@a2agen/exchange/open-later.ts";
import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import {
  current,
  formFor,
  older,
  otherForm,
  toOtherForm,
  type VersionRow,
  versions,
} from "@a2agen/exchange/versions.ts";
import {
  type Connection,
  type ConnectOptions,
  type Credential,
  connect,
  isConnectError,
} from "@a2agen/runtime/client";
import { findObjection, parseUrl } from "@a2agen/runtime/internal";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import {
  type BindingFactory,
  createClient,
  type ServiceDefinition,
  type Transport,
} from "@a2agen/runtime/service";
import type { CallLosses } from "@a2agen/runtime/versions";
import type { Target } from "./call-plan.ts";
import { rememberNatives } from "./native-answers.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import type { Screen } from "./screen.ts";
import type { Stop } from "./stop.ts";
import { cardVerifier } from "./verify-keys.ts";

/** An agent that can be called. */
export interface Agent {
  /** In the types of 1.0, whatever is spoken. */
  readonly client: A2AServiceClient;
  /** What `rpc` calls: the service of the version that was asked for, or 1.0. */
  readonly native: { readonly service: ServiceDefinition; readonly transport: Transport };
  readonly connection: Connection<object>;
  /** In the types of 1.0; made up where the interface was given and there is no card. */
  readonly card: AgentCard;
  close(): Promise<void>;
}

export interface OpenInit {
  readonly screen: Screen;
  readonly stop: Stop;
  /** Records what goes over the wire. */
  readonly recorder?: FileRecorder | undefined;
  /** Changes for actions that want the card more than the agent. */
  readonly options?: Partial<ConnectOptions>;
}

/** Connects to the agent of a command line; rejects as `connect` does. */
export async function openAgent(target: Target, init: OpenInit): Promise<Agent> {
  const { screen, stop, recorder, options = {} } = init;
  let row = versionOf(target);
  const bindings = await installBindings(target, recorder);
  const send = options.fetch ?? (await proxiedFetch(process.env));
  const onLosses = (losses: CallLosses): void => tellLosses(losses, screen);
  const opening = new AbortController();
  const abort = (): void => opening.abort(stop.signal.reason);
  stop.signal.addEventListener("abort", abort);
  if (stop.signal.aborted) abort();
  const verify = cardVerifier(target.keys);
  const login = target.login && (await (await import("./login.ts")).startLogin(target.login, screen));
  const credentials: Record<string, Credential> = {};
  screen.wait(target.isDirect ? undefined : "fetching the agent card");
  try {
    const base: ConnectOptions = {
      bindings,
      headers: target.headers,
      cardHeaders: target.headers,
      // The caller knows best how to address the agent.
      ...((Object.keys(target.headers).length > 0 || target.isDirect) && login === undefined
        ? { authentication: "none" as const }
        : {}),
      credentials,
      extensions: target.extensions,
      ...(target.isDirect ? { checkCapabilities: false } : {}),
      ...(target.timeoutMs === undefined ? {} : { timeoutMs: target.timeoutMs }),
      signal: opening.signal,
      onLosses,
      onWarning: ({ about, path, message }) => {
        if (target.isDirect && about === "card") return;
        screen.note(`${about}${path === "" ? "" : ` ${path}`}: ${message}`, "warning");
      },
      ...options,
      fetch: recorder?.fetch(send) ?? send,
    };
    const given = target.isDirect ? cardFor(target) : undefined;
    recorder?.readCard(given);
    let received: unknown;
    const open = (): Promise<Connection<object>> =>
      connect<object>((row ?? current).service, given ?? target.entry ?? target.url, {
        ...base,
        ...(row === undefined ? { older } : {}),
        verifyCard: async (card) => {
          received = card;
          // The card has the names of what takes a token.
          if (login !== undefined) Object.assign(credentials, login.credentials(card));
          await options.verifyCard?.(card);
          if (needsGrpc(card, target)) bindings.push(await loadGrpc(recorder));
          return verify?.(card);
        },
      });
    const connection = await open().catch(async (cause: unknown) => {
      if (row === undefined) {
        const opened = await openLater(cause, (newer) => {
          row = newer;
          return open();
        });
        if (opened !== undefined) return opened;
      }
      const form = row && otherForm(row);
      const card = target.isDirect || row === undefined ? undefined : toOtherForm(row, received);
      if (form === undefined || card === undefined || !isConnectError(cause, "no-interface")) throw cause;
      row = form;
      return connect<object>(form.service, card, { allowInterface: staysAt(target), ...base });
    });
    const { service, translation }: VersionRow = row ?? current;
    const { transport } = connection;
    const remembering =
      translation === undefined ? undefined : rememberNatives(translation, transport, { onLosses });
    const client =
      remembering === undefined
        ? // Versions that add to 1.0 have their own codecs: generations of 1.1 show what a stream has lost.
          (connection.client as A2AServiceClient)
        : createClient(A2AService, remembering.transport);
    if (remembering !== undefined) screen.speak((value) => remembering.native(value));
    return {
      client,
      native: { service, transport },
      connection,
      card:
        translation === undefined
          ? AgentCardCodec.decode(connection.card, { lenient: true })
          : upgradeCard(translation, connection.card),
      async close() {
        login?.close();
        await connection.close();
      },
    };
  } catch (error) {
    login?.close();
    throw error;
  } finally {
    stop.signal.removeEventListener("abort", abort);
    screen.wait(undefined);
  }
}

/** The version that was asked for; without a card none can be found out. */
function versionOf({ protocol, isDirect, binding = "JSONRPC" }: Target): VersionRow | undefined {
  if (protocol === undefined) return isDirect ? current : undefined;
  return isDirect ? formFor(versions[protocol], binding) : versions[protocol];
}

/** The rules of `connect` for a card from a URL, which it does not know of a card that it has not fetched. */
function staysAt({ url, headers }: Target): (to: URL) => boolean {
  const from = parseUrl(url);
  // A card in a file is the caller's own.
  if (from === undefined) return () => true;
  const hasHeaders = Object.keys(headers).length > 0;
  return (to) => (hasHeaders ? to.origin === from.origin : findObjection(to, from) === undefined);
}

function upgradeCard(translation: NonNullable<VersionRow["translation"]>, card: object): AgentCard {
  // The translator of cards makes cards.
  return translation.card.upgrade(card).value as AgentCard;
}

/** A card that offers one interface and everything that agents can do, in the version that was asked for. */
function cardFor(target: Target): object {
  const { url, binding = "JSONRPC", tenant } = target;
  const row = versionOf(target) ?? current;
  const { version = "" } = row.service.protocol;
  const card: AgentCard = {
    name: url,
    description: "An interface without a card",
    version: "unknown",
    supportedInterfaces: [
      {
        url,
        protocolBinding: binding,
        protocolVersion: version,
        ...(tenant === undefined ? {} : { tenant }),
      },
    ],
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: target.extensions.map((uri) => ({ uri })),
    },
    defaultInputModes: ["*/*"],
    defaultOutputModes: ["*/*"],
    skills: [{ id: "any", name: "any", description: "any", tags: ["any"] }],
  };
  const { translation } = row;
  // The translator of cards makes cards.
  return translation === undefined ? card : (translation.card.downgrade(card).value as object);
}

async function installBindings(
  { binding }: Target,
  recorder: FileRecorder | undefined,
): Promise<BindingFactory[]> {
  const factories = [jsonRpc(), rest()];
  if (binding === undefined) return factories;
  if (binding === "GRPC") return [await loadGrpc(recorder)];
  return factories.filter((factory) => factory.binding === binding);
}

/** Whether a card offers gRPC and nothing else that is installed. */
function needsGrpc(card: unknown, { binding, isDirect }: Target): boolean {
  if (binding !== undefined || isDirect) return false;
  const text = JSON.stringify(card) ?? "";
  return text.includes('"GRPC"') && !text.includes('"JSONRPC"') && !text.includes('"HTTP+JSON"');
}

async function loadGrpc(recorder: FileRecorder | undefined): Promise<BindingFactory> {
  const { grpcBinding } = await import("./grpc-binding.ts");
  return grpcBinding(recorder);
}

function tellLosses({ method, of, losses }: CallLosses, screen: Screen): void {
  for (const { path, message } of losses) {
    screen.note(`lost in the ${of} of ${method}: ${path === "" ? "" : `${path}: `}${message}`, "warning");
  }
}
