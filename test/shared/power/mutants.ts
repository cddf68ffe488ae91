import { roles } from "@a2agen/versions/table.ts";
import { formFor, type VersionRow, versions } from "../../../packages/exchange/src/versions.ts";
import { findModel } from "../../../packages/probe/src/core/models.ts";
import type { Method } from "../../../packages/runtime/src/service/method.ts";
import { answer, calls, events, instead, json, put, reading, rpcError } from "../faults/effects.ts";
import type { AnswerChange, AnswerTest, FaultBinding } from "../faults/fault.ts";
import type { KitKind, KitVersion } from "../probe/probe-kit.ts";
import type { Mutant, Row } from "./mutant.ts";
import { notificationRows } from "./notification-rows.ts";
import { type ValueChange, valueChanges } from "./value-changes.ts";

/** Each mutant of an agent: in the current version over each binding, in older ones over JSON-RPC. */
export async function buildMutants(): Promise<readonly Mutant[]> {
  const all = await buildRpcMutants(roles.current);
  const older = await Promise.all([roles.previous, roles.draft].map(buildRpcMutants));
  // A proto has no room for names and types that it does not know.
  const fitsProto = ({ name }: Mutant): boolean =>
    /^(?:answers?|refusals) of /.test(name) && !/another type|renamed/.test(name);
  const over = (binding: FaultBinding, wanted: (mutant: Mutant) => boolean): readonly Mutant[] =>
    all.filter(wanted).map((mutant) => ({ ...mutant, binding, name: `${binding}: ${mutant.name}` }));
  const mutants = [
    ...all,
    ...older.flat().map((mutant) => ({ ...mutant, name: `${mutant.version}: ${mutant.name}` })),
    ...over(
      "HTTP+JSON",
      ({ name }) => !/^(?:card|capability|notification|header \S+ of the card)|: error\.code is/.test(name),
    ),
    ...over("GRPC", fitsProto),
  ];
  // Arms of a union may have a member in common.
  return [...new Map(mutants.map((mutant) => [mutant.name, mutant])).values()];
}

/** A method of a version. */
interface MethodRow {
  /** As 1.0 has it: "SendMessage". */
  readonly title: string;
  /** As JSON-RPC has it: "message/send". */
  readonly name: string;
  readonly method: Method;
}

function methodsOf({ service, translation }: VersionRow): readonly MethodRow[] {
  return Object.entries<Method>(service.methods).map(([member, method]) => {
    const newer = translation?.methods.find(({ older }) => older === member)?.newer ?? member;
    const title = `${newer.slice(0, 1).toUpperCase()}${newer.slice(1)}`;
    return { title, name: method.jsonRpcName ?? method.name, method };
  });
}

async function buildRpcMutants(version: KitVersion): Promise<readonly Mutant[]> {
  const row = formFor(versions[version], "JSONRPC");
  const model = await findModel(row.name);
  if (model === undefined) throw new TypeError(`${version} has no model`);
  const { index } = model;
  const methods = methodsOf(row);
  const { protocol } = row.service;
  const cardType = protocol.card?.typeName ?? "";
  const isSecured = ({ method }: MethodRow): boolean => method.authenticated === true;
  const of = (agent: KitKind, rows: readonly Row[]): readonly Mutant[] =>
    rows.map(([name, effect]) => ({
      name: agent === "open" ? name : `${name} (${agent})`,
      agent,
      binding: "JSONRPC",
      version,
      effect: typeof effect === "function" ? effect : () => effect,
    }));
  const ofMethod = (each: MethodRow): readonly Row[] => [
    ...valueChanges(each.method.output.typeName, index).map((change) => answerRow(each, change)),
    ...valueChanges(each.method.input.typeName, index)
      .filter(({ kind, isRequired }) => kind === "dropped" && !isRequired)
      .map((change) => requestRow(each, change)),
    ...refusalRows(each),
    ...(each.method.kind === "server" ? streamRows(each) : staleRows(each)),
  ];
  const seen = methods.filter((method) => !isSecured(method));
  const headers = headerRows(row, version);
  // That of the draft is given to the probe.
  const card = valueChanges(cardType, index).map(
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
  );
  return [
    ...of("open", version === roles.draft ? [] : card),
    ...of("open", seen.flatMap(ofMethod)),
    ...of("open", errorRows(row)),
    ...of("open", headers),
    ...(version === roles.current ? of("open", notificationRows(row, index)) : []),
    ...of("secured", methods.filter(isSecured).flatMap(ofMethod)),
    ...of("secured", headers),
    ...of("bare", seen.flatMap(refusalRows)),
    ...of("bare", capabilityRows(row)),
    ...of("extended", headers),
  ];
}

const isCard: AnswerTest = ({ target }) => target.endsWith("/agent-card.json");

/** A change of the result of each answer, or of each event of a stream. */
function answerRow({ title, name, method }: MethodRow, change: ValueChange): Row {
  const inside = (body: unknown): unknown => {
    change.apply((body as { result?: unknown }).result);
    return body;
  };
  const when = calls(name);
  return [
    `answer of ${title}: ${change.name}`,
    method.kind === "server"
      ? events(when, (event) => [inside(event)])
      : answer((call, body) => when(call) && body.includes('"result"'), json(inside)),
  ];
}

/** A field of the request that the agent does not read. */
function requestRow({ title, name }: MethodRow, change: ValueChange): Row {
  return [
    `request of ${title}: ${change.path} is not read`,
    instead(calls(name), (body) => {
      change.apply((body as { params?: unknown }).params);
      return body;
    }),
  ];
}

const isRefused: AnswerTest = (_, body) => body.includes('"error"');

/** What a method says instead of each error. */
function refusalRows({ title, name }: MethodRow): readonly Row[] {
  const refused: AnswerTest = (call, body) => call.method === name && isRefused(call, body);
  return [
    [`refusals of ${title}: an empty result`, answer(refused, withResult({}))],
    [`refusals of ${title}: the internal error`, answer(refused, rpcError(-32603))],
    [`answers of ${title}: the internal error`, answer((call) => call.method === name, rpcError(-32603))],
  ];
}

const withResult = (value: unknown): AnswerChange =>
  json((body) => ({ jsonrpc: "2.0", id: (body as { id?: unknown }).id, result: value }));

/** Each error of the profile as each other one, and without each of its parts. */
function errorRows({ service }: VersionRow): readonly Row[] {
  const { errors } = service.protocol;
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

function headerRows({ service }: VersionRow, version: KitVersion): readonly Row[] {
  const { extensionsParameter } = service.protocol;
  const own = extensionsParameter === undefined ? [] : [extensionsParameter.name.toLowerCase()];
  const rows = rowsOfHeaders([...new Set([...headers, ...own])], [...new Set([...requestHeaders, ...own])]);
  // The card of the draft is given to the probe.
  const ofCard = /of the card|etag|cache-control|if-none-match/;
  return version === roles.draft ? rows.filter(([name]) => !ofCard.test(name)) : rows;
}

const rowsOfHeaders = (names: readonly string[], read: readonly string[]): readonly Row[] => [
  ...names.flatMap((name): readonly Row[] => [
    [`header ${name}: dropped`, answer(() => true, withHeader(name, undefined))],
    [
      `header ${name}: another value`,
      answer(({ verb }) => verb === "POST", withHeader(name, "a2agen/mutant")),
    ],
    [`header ${name} of the card: another value`, answer(isCard, withHeader(name, "a2agen/mutant"))],
  ]),
  ...read.map((name): Row => [`request header ${name} is not read`, reading(name, () => undefined)]),
];

function withHeader(name: string, value: string | undefined): AnswerChange {
  return ({ headers: given }) => {
    if (given[name] === undefined) return;
    if (value === undefined) Reflect.deleteProperty(given, name);
    else given[name] = value;
  };
}

/** Events of a stream that are lost, come twice or in another order. */
function streamRows({ title, name }: MethodRow): readonly Row[] {
  const when = calls(name);
  const places = [0, 1, 2, 3, 4];
  const row = (what: string, map: (event: unknown, at: number) => readonly unknown[]): Row => [
    `stream of ${title}: ${what}`,
    events(when, map),
  ];
  return [
    ...places.flatMap((place): readonly Row[] => [
      row(`event ${place + 1} dropped`, (event, at) => (at === place ? [] : [event])),
      row(`event ${place + 1} doubled`, (event, at) => (at === place ? [event, event] : [event])),
      row(`nothing after event ${place + 1}`, (event, at) => (at > place ? [] : [event])),
      swapRow({ title, name }, place),
    ]),
    row("no events", () => []),
    [`stream of ${title}: the first event in the place of each`, () => events(when, firstOfAll())],
  ];
}

/** Events change places; one that waits is lost when the stream ends before. */
function swapRow({ title, name }: Pick<MethodRow, "title" | "name">, place: number): Row {
  const held = new Map<string, unknown>();
  return [
    `stream of ${title}: events ${place + 1} and ${place + 2} swapped`,
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
function staleRows({ title, name }: MethodRow): readonly Row[] {
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
    [`answers of ${title}: those of the call before`, () => answer(when, stale(false))],
    [`answers of ${title}: that of the first call`, () => answer(when, stale(true))],
  ];
}

/** Capabilities that the card declares and the agent does not have. */
function capabilityRows({ service }: VersionRow): readonly Row[] {
  return (service.protocol.card?.capabilities ?? []).map(
    ({ name, declaredIn }): Row => [
      `capability ${name} is declared and not served`,
      answer(
        isCard,
        json((body) => put(body, declaredIn.join("."), true)),
      ),
    ],
  );
}
