import type { AgentCard } from "@a2agen/a2a-1.0";
import { listEntries } from "@a2agen/exchange/card-entries.ts";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { Tape } from "@a2agen/exchange/replay/tape.ts";
import { allVersions, current, older } from "@a2agen/exchange/versions.ts";
import { connect } from "@a2agen/runtime/client";
import { isObject } from "@a2agen/runtime/internal";
import type { GrpcCodecs, OpenTap } from "@a2agen/runtime/internal/wire";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import {
  type CallContext,
  CallError,
  type CallOptions,
  isCallError,
  type Method,
} from "@a2agen/runtime/service";
import { readAnyCard } from "./complete-card.ts";
import type { Answers } from "./mocked-service.ts";

/** The agent of a recording. */
export interface RecordedAgent {
  readonly card: AgentCard;
  readonly service: Answers;
  close(): Promise<void>;
}

/**
 * Answers calls by a client of the recorded interface, which a recording answers: each call in its order, and
 * from the beginning when it has no further one. Throws a TypeError for a recording that has no card.
 */
export async function openRecorded(
  exchanges: readonly Exchange[],
  { path, paced }: { readonly path: string; readonly paced: boolean },
): Promise<RecordedAgent> {
  const received = findCard(exchanges);
  if (received === undefined)
    throw new TypeError(`${path}: expected a recording with the agent card; it has none`);
  const card = readAnyCard(received);
  let tape = new Tape(exchanges, { path, paced });
  const again = async <T>(play: () => Promise<T>): Promise<T> => {
    try {
      return await play();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      tape = new Tape(exchanges, { path, paced });
      return play();
    }
  };
  const openTap: OpenTap<GrpcCodecs> = (url, codecs) => ({
    begin: (...call) => again(async () => tape.openTap(url, codecs).begin(...call)),
  });
  const used = findInterface(exchanges, received);
  const bindings = [jsonRpc(), rest()];
  if (used.protocolBinding === "GRPC") {
    const { tappedGrpc } = await import("@a2agen/exchange/record/tapped-grpc.ts");
    bindings.push(tappedGrpc({ codecs: grpcCodecs }, { openTap }));
  }
  const connection = await connect<object>(
    current.service,
    { ...card, supportedInterfaces: [used] },
    {
      bindings,
      older,
      fetch: (...call) => again(() => tape.fetch(...call)),
      authentication: "none",
      checkCapabilities: false,
      insecure: true,
      retry: false,
      resume: false,
      allowInterface: () => true,
      onLosses: () => undefined,
      onWarning: () => undefined,
    },
  );
  return {
    card,
    service: relay(connection.client as Readonly<Record<string, ClientCall>>),
    close: () => connection.close(),
  };
}

function findCard(exchanges: readonly Exchange[]): object | undefined {
  return exchanges
    .filter(({ method }) => method === undefined)
    .flatMap(({ answer }) => answer?.frames ?? [])
    .map(({ meaning }) => meaning?.value)
    .find(
      (value): value is NonNullable<typeof value> & object =>
        isObject(value) && listEntries(value).length > 0,
    );
}

/** The interface of the card that the first call of a recording was sent to. */
function findInterface(
  exchanges: readonly Exchange[],
  card: object,
): AgentCard["supportedInterfaces"][number] {
  const call = exchanges.find(({ method }) => method !== undefined);
  const entries = listEntries(card).filter(({ binding }) => call === undefined || binding === call.binding);
  const label = allVersions.find(({ name }) => name === call?.protocol)?.label;
  const found = entries.find(({ version }) => version === label) ?? entries[0] ?? listEntries(card)[0];
  const row = allVersions.find((each) => each.label === found?.version) ?? current;
  return {
    url: found?.url ?? "",
    protocolBinding: found?.binding ?? "",
    protocolVersion: row.service.protocol.version ?? "",
    ...(found?.tenant !== undefined && { tenant: found.tenant }),
  };
}

type ClientCall = (request: unknown, options: CallOptions) => unknown;

function relay(client: Readonly<Record<string, ClientCall>>): Answers {
  return Object.fromEntries(
    Object.entries<Method>(current.service.methods).flatMap(([key, { kind }]) => {
      const call = client[key];
      if (call === undefined) return [];
      const unary = async (request: unknown, { signal }: CallContext): Promise<unknown> => {
        try {
          return await call(request, { signal });
        } catch (error) {
          throw toServerError(error);
        }
      };
      const stream = async function* (request: unknown, { signal }: CallContext): AsyncGenerator {
        try {
          yield* call(request, { signal }) as AsyncIterable<unknown>;
        } catch (error) {
          throw toServerError(error);
        }
      };
      return [[key, kind === "unary" ? unary : stream] as const];
    }),
  );
}

/** What the client itself says is for the one who calls the mock: that a call is not recorded. */
function toServerError(error: unknown): unknown {
  if (!isCallError(error) || error.origin !== "client") return error;
  return new CallError("INVALID_ARGUMENT", error.message, { cause: error });
}
