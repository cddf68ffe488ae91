import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { protocolNames } from "@a2agen/exchange/protocol-names.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import { type Behaviour, type Call, dead, type Spoken } from "./behaviour.ts";
import { behaviours } from "./behaviours.ts";
import type { Driven } from "./judge-client.ts";
import { readCall, rightSubject } from "./read-call.ts";

/** One behaviour, tried. */
export interface Trial {
  readonly behaviour: Behaviour;
  readonly spoken: Spoken;
  readonly driven: Driven;
  readonly calls: readonly Call[];
  readonly url: string;
}

/** The verb of a run of the client: an exchange with its command line instead of with an agent. */
const runVerb = "RUN";

export function labelOf({ binding, version }: Spoken): string {
  return `${binding} ${version}`;
}

function placeOf({ behaviour, spoken }: Pick<Trial, "behaviour" | "spoken">): string {
  return `${labelOf(spoken)}/${behaviour.id}`;
}

/** A trial whose exchanges have identifiers. */
export function toTrial(trial: Trial): Trial {
  const calls = trial.calls.map((call, at) => ({
    ...call,
    exchange: { ...call.exchange, id: `${placeOf(trial)}/${at + 1}` },
  }));
  return { ...trial, calls };
}

/** The exchanges of a trial, and the run of the client behind them where there was one. */
export function recordTrial(
  trial: Trial,
  { client, startTime }: { readonly client: string; readonly startTime: string },
): readonly Exchange[] {
  const { driven, calls, url } = trial;
  const sent = calls.map(({ exchange }) => exchange);
  if (driven.end === "unknown") return sent;
  const { end, text, reason } = driven;
  const run: Exchange = {
    format: recordFormat,
    id: `${placeOf(trial)}/run`,
    startTime,
    side: "SIDE_CLIENT",
    request: { verb: runVerb, url, body: { text: client } },
    answer: {
      afterMs: 0,
      status: end === "succeeded" ? 0 : 1,
      ...(text === "" ? {} : { frames: [{ afterMs: 0, bytes: { text } }] }),
    },
    end: {
      afterMs: 0,
      ...(end === "succeeded" ? {} : { error: end === "hung" ? end : `failed: ${reason}` }),
    },
  };
  return [...sent, run];
}

/** Trials of a client as they were recorded, in their order; empty where nothing is one. */
export function readTrials(exchanges: readonly Exchange[]): {
  readonly client: string;
  readonly trials: readonly Trial[];
} {
  const places = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const place = exchange.id.slice(0, exchange.id.lastIndexOf("/"));
    const own = places.get(place) ?? [];
    own.push(exchange);
    places.set(place, own);
  }
  const trials = [...places].flatMap(([place, own]) => {
    const [label = "", id] = place.split("/client-");
    const behaviour = behaviours.find((each) => each.id === `client-${id}`);
    const spoken = spokenOf(label);
    return behaviour === undefined || spoken === undefined ? [] : [readTrial(behaviour, spoken, own)];
  });
  const order = new Map(behaviours.map((behaviour, at) => [behaviour, at]));
  return {
    client: exchanges.find(isRun)?.request.body?.text ?? "client",
    trials: trials.toSorted((a, b) => (order.get(a.behaviour) ?? 0) - (order.get(b.behaviour) ?? 0)),
  };
}

function isRun({ request }: Exchange): boolean {
  return request.verb === runVerb;
}

function spokenOf(label: string): Spoken | undefined {
  const [binding = "", name] = label.split(" ");
  const version = protocolNames.find((each) => each === name);
  return version === undefined ? undefined : { binding, version };
}

function readTrial(behaviour: Behaviour, spoken: Spoken, exchanges: readonly Exchange[]): Trial {
  const run = exchanges.findLast(isRun);
  // A right agent of gRPC is tried twice where the client takes no URL.
  const before = exchanges.findLastIndex((exchange) => isRun(exchange) && exchange !== run);
  const sent = exchanges.slice(before + 1).filter((exchange) => exchange !== run);
  const [first] = sent;
  const url = run?.request.url ?? (first === undefined ? "" : new URL(first.request.url).origin);
  const start = Date.parse((run ?? first)?.startTime ?? "");
  const subject = rightSubject({ origin: url, dead, binding: spoken.binding }, spoken);
  const calls: Call[] = [];
  for (const exchange of sent) {
    const atMs = Date.parse(exchange.startTime) - start;
    calls.push(readCall(exchange, { subject, before: calls, atMs }));
  }
  return { behaviour, spoken, driven: readDriven(run), calls, url };
}

function readDriven(run: Exchange | undefined): Driven {
  if (run === undefined) return { end: "unknown", text: "", reason: "" };
  const text = run.answer?.frames?.[0]?.bytes.text ?? "";
  const error = run.end?.error;
  if (error === undefined) return { end: "succeeded", text, reason: "" };
  return error === "hung"
    ? { end: "hung", text, reason: "" }
    : { end: "failed", text, reason: error.replace("failed: ", "") };
}
