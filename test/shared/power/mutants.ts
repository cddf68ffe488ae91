import { current } from "../../../packages/exchange/src/versions.ts";
import { findModel } from "../../../packages/probe/src/core/models.ts";
import type { Method } from "../../../packages/runtime/src/service/method.ts";
import { answer, calls, events, instead, json, put, reading, rpcError } from "../faults/effects.ts";
import type { AnswerChange, AnswerTest, Effect, FaultBinding } from "../faults/fault.ts";
import type { KitKind } from "../probe/probe-kit.ts";
import { type ValueChange, valueChanges } from "./value-changes.ts";

/** A right agent with one thing changed, made from the model and the profile. */
export interface Mutant {
  /** "answer of GetTask: status.state: another value, TASK_STATE_FAILED". */
  readonly name: string;
  readonly agent: KitKind;
  readonly binding: FaultBinding;
  /** Made anew for each run: some remember what came before. */
  readonly effect: () => Effect;
}

type Row = readonly [name: string, effect: Effect | (() => Effect)];

/** Each mutant of an agent in the current version. */
export async function buildMutants(): Promise<readonly Mutant[]> {
  const all = await buildRpcMutants();
  // A proto has no room for names and types that it does not know.
  const fitsProto = ({ name }: Mutant): boolean =>
    /^(?:answers?|refusals) of /.test(name) && !/another type|renamed/.test(name);
  const over = (binding: FaultBinding, wanted: (mutant: Mutant) => boolean): readonly Mutant[] =>
    all.filter(wanted).map((mutant) => ({ ...mutant, binding, name: `${binding}: ${mutant.name}` }));
  return [
    ...all,
    ...over(
      "HTTP+JSON",
      ({ name }) => !/^(?:card|capability|header \S+ of the card)|: error\.code is/.test(name),
    ),
    ...over("GRPC", fitsProto),
  ];
}

async function buildRpcMutants(): Promise<readonly Mutant[]> {
  const model = await findModel(current.name);
  if (model === undefined) throw new TypeError("the current version has no model");
  const { index } = model;
  const methods = Object.values<Method>(current.service.methods);
  const { protocol } = current.service;
  const cardType = protocol.card?.typeName ?? "";
  const isSecured = ({ authenticated }: Method): boolean => authenticated === true;
  const of = (agent: KitKind, rows: readonly Row[]): readonly Mutant[] =>
    rows.map(([name, effect]) => ({
      name: agent === "open" ? name : `${name} (${agent})`,
      agent,
      binding: "JSONRPC",
      effect: typeof effect === "function" ? effect : () => effect,
    }));
  const ofMethod = (method: Method): readonly Row[] => [
    ...valueChanges(method.output.typeName, index).map((change) => answerRow(method, change)),
    ...valueChanges(method.input.typeName, index)
      .filter(({ kind, isRequired }) => kind === "dropped" && !isRequired)
      .map((change) => requestRow(method, change)),
    ...refusalRows(method),
    ...(method.kind === "server" ? streamRows(method) : staleRows(method)),
  ];
  const seen = methods.filter((method) => !isSecured(method));
  return [
    ...of(
      "open",
      valueChanges(cardType, index).map(
        (change): Row => [
          `card: ${change.name}`,
          answer(
            isCard,
            json((body) => {
              change.apply(body);
              return body;
            }),
          ),
        ],
      ),
    ),
    ...of("open", seen.flatMap(ofMethod)),
    ...of("open", errorRows()),
    ...of("open", headerRows),
    ...of("secured", methods.filter(isSecured).flatMap(ofMethod)),
    ...of("secured", headerRows),
    ...of("bare", seen.flatMap(refusalRows)),
    ...of("bare", capabilityRows()),
    ...of("extended", headerRows),
  ];
}

const isCard: AnswerTest = ({ target }) => target.endsWith("/agent-card.json");

/** A change of the result of each answer, or of each event of a stream. */
function answerRow(method: Method, change: ValueChange): Row {
  const name = `answer of ${method.name}: ${change.name}`;
  const inside = (body: unknown): unknown => {
    change.apply((body as { result?: unknown }).result);
    return body;
  };
  const when = calls(method.name);
  return [
    name,
    method.kind === "server"
      ? events(when, (event) => [inside(event)])
      : answer((call, body) => when(call) && body.includes('"result"'), json(inside)),
  ];
}

/** A field of the request that the agent does not read. */
function requestRow(method: Method, change: ValueChange): Row {
  return [
    `request of ${method.name}: ${change.path} is not read`,
    instead(calls(method.name), (body) => {
      change.apply((body as { params?: unknown }).params);
      return body;
    }),
  ];
}

const isRefused: AnswerTest = (_, body) => body.includes('"error"');

/** What a method says instead of each error. */
function refusalRows({ name }: Method): readonly Row[] {
  const refused: AnswerTest = (call, body) => call.method === name && isRefused(call, body);
  return [
    [`refusals of ${name}: an empty result`, answer(refused, withResult({}))],
    [`refusals of ${name}: the internal error`, answer(refused, rpcError(-32603))],
    [`answers of ${name}: the internal error`, answer((call) => call.method === name, rpcError(-32603))],
  ];
}

const withResult = (value: unknown): AnswerChange =>
  json((body) => ({ jsonrpc: "2.0", id: (body as { id?: unknown }).id, result: value }));

/** Each error of the profile as each other one, and without each of its parts. */
function errorRows(): readonly Row[] {
  const { errors } = current.service.protocol;
  const rows = Object.entries(errors);
  return rows.flatMap(([name, { jsonRpc }], at): readonly Row[] => {
    const is: AnswerTest = (_, body) => body.includes(`"code":${jsonRpc}`);
    const [other, codes] = rows[(at + 1) % rows.length] ?? ["", { jsonRpc: -32603 }];
    const part = (path: string, value: unknown): Row => [
      `${name}: ${path} ${value === undefined ? "dropped" : `is ${JSON.stringify(value)}`}`,
      answer(
        is,
        json((body) => put(body, path, value)),
      ),
    ];
    return [
      [`${name}: ${other} instead`, answer(is, rpcError(codes.jsonRpc))],
      [`${name}: an empty result`, answer(is, withResult({}))],
      part("error.code", -32000),
      part("error.code", String(jsonRpc)),
      part("error.message", undefined),
      part("error.message", ""),
      part("error.data", undefined),
      part("error.data", {}),
      part("error.data.0.reason", "ANOTHER"),
      part("error.data.0.domain", "example.com"),
      part("error.data.0.@type", undefined),
      part("error", "text"),
    ];
  });
}

const headers = [
  "content-type",
  "cache-control",
  "etag",
  "a2a-extensions",
  "a2a-version",
  "www-authenticate",
];
const requestHeaders = ["a2a-version", "a2a-extensions", "authorization", "if-none-match", "content-type"];

const headerRows: readonly Row[] = [
  ...headers.flatMap((name): readonly Row[] => [
    [`header ${name}: dropped`, answer(() => true, withHeader(name, undefined))],
    [
      `header ${name}: another value`,
      answer(({ verb }) => verb === "POST", withHeader(name, "a2agen/mutant")),
    ],
    [`header ${name} of the card: another value`, answer(isCard, withHeader(name, "a2agen/mutant"))],
  ]),
  ...requestHeaders.map(
    (name): Row => [`request header ${name} is not read`, reading(name, () => undefined)],
  ),
];

function withHeader(name: string, value: string | undefined): AnswerChange {
  return ({ headers: given }) => {
    if (given[name] === undefined) return;
    if (value === undefined) Reflect.deleteProperty(given, name);
    else given[name] = value;
  };
}

/** Events of a stream that are lost, come twice or in another order. */
function streamRows({ name }: Method): readonly Row[] {
  const when = calls(name);
  const places = [0, 1, 2, 3, 4];
  const row = (what: string, map: (event: unknown, at: number) => readonly unknown[]): Row => [
    `stream of ${name}: ${what}`,
    events(when, map),
  ];
  return [
    ...places.flatMap((place): readonly Row[] => [
      row(`event ${place + 1} dropped`, (event, at) => (at === place ? [] : [event])),
      row(`event ${place + 1} doubled`, (event, at) => (at === place ? [event, event] : [event])),
      row(`nothing after event ${place + 1}`, (event, at) => (at > place ? [] : [event])),
      swapRow(name, place),
    ]),
    row("no events", () => []),
    [`stream of ${name}: the first event in the place of each`, () => events(when, firstOfAll())],
  ];
}

/** Events change places; one that waits is lost when the stream ends before. */
function swapRow(name: string, place: number): Row {
  const held = new Map<string, unknown>();
  return [
    `stream of ${name}: events ${place + 1} and ${place + 2} swapped`,
    events(calls(name), (event, at) => {
      if (at === place) {
        held.set("", event);
        return [];
      }
      return at === place + 1 ? [event, held.get("")] : [event];
    }),
  ];
}

function firstOfAll(): (event: unknown, at: number) => readonly unknown[] {
  let first: unknown;
  return (event, at) => {
    if (at === 0) first = event;
    return [first];
  };
}

/** The answer of the call before, and that of the first call, with the id of the request. */
function staleRows({ name }: Method): readonly Row[] {
  const stale = (keeps: boolean): AnswerChange => {
    let kept: unknown;
    return json((body) => {
      const own = body as { id?: unknown; result?: unknown };
      const old = kept;
      if (kept === undefined || !keeps) kept = own.result;
      return old === undefined ? body : { ...own, result: old };
    });
  };
  const when: AnswerTest = (call, body) => call.method === name && body.includes('"result"');
  return [
    [`answers of ${name}: those of the call before`, () => answer(when, stale(false))],
    [`answers of ${name}: that of the first call`, () => answer(when, stale(true))],
  ];
}

/** Capabilities that the card declares and the agent does not have. */
function capabilityRows(): readonly Row[] {
  return ["streaming", "pushNotifications", "extendedAgentCard"].map(
    (name): Row => [
      `capability ${name} is declared and not served`,
      answer(
        isCard,
        json((body) => put(body, `capabilities.${name}`, true)),
      ),
    ],
  );
}
