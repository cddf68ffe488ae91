import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readCardExchange } from "@a2agen/exchange/meaning/read-exchange.ts";
import { cardCodecs } from "@a2agen/exchange/versions.ts";
import { isLoopback, isObject, parseUrl } from "@a2agen/runtime/internal";
import { headerOf } from "../core/outcome.ts";
import { hostOf } from "../core/reach.ts";
import type { RequirementId } from "../core/requirements.ts";
import { excerpt, type Finding, type Run } from "../core/trial.ts";
import { decodeHeader, judgeSignature, signaturesOf } from "./card-signature.ts";

/** The card as it came, and what is wrong with it. */
export interface Discovery {
  readonly card: unknown;
  readonly findings: readonly Finding[];
  /** Requirements that the card gives no reason for, or that could not be tried, with the reason. */
  readonly left?: ReadonlyMap<RequirementId, string>;
  /** Why there is no card. */
  readonly problem?: string;
}

export const discoveryIds: readonly RequirementId[] = [
  "discovery.card",
  "discovery.content-type",
  "discovery.cache-control",
  "discovery.etag",
  "discovery.conditional",
  "discovery.stable",
];

export const cardIds: readonly RequirementId[] = [
  "discovery.valid",
  "discovery.interfaces",
  "discovery.url",
  "discovery.version",
  "discovery.binding",
  "discovery.encrypted",
  "discovery.skills",
  "discovery.schemes",
  "discovery.signed",
  "discovery.signature",
];

/** Asks for the card. */
export function* discover(
  url: string,
  {
    headers,
    isAllowed,
  }: { readonly headers: readonly Header[]; readonly isAllowed: (url: string) => boolean },
): Run<Discovery> {
  const findings: Finding[] = [];
  let last = "";
  const find = (requirement: RequirementId, expected: string, came: string): void =>
    void findings.push({ requirement, expected, came, exchange: last });
  let place = url;
  const ask = function* (more: readonly Header[] = [], at = place): Run<Exchange> {
    const request: Request = {
      verb: "GET",
      url: at,
      headers: [{ name: "accept", value: "application/json" }, ...headers, ...more],
    };
    const exchange = yield { kind: "send", request, effect: "reads" };
    last = exchange.id;
    return exchange;
  };
  let exchange = yield* ask();
  const former = formerUrl(url);
  if (exchange.answer?.status === 404 && former !== undefined) {
    const first = last;
    const found = yield* ask([], former);
    if (found.answer?.status === 200 && parse(found) !== undefined) {
      findings.push({
        requirement: "discovery.card",
        expected: `a card at ${url}`,
        came: `HTTP 404, and a card at ${former}`,
        exchange: first,
      });
      place = former;
      exchange = found;
    } else last = first;
  }
  const { answer, end } = exchange;
  if (answer?.status !== 200) {
    // What follows is OpenSSL's, of some lines.
    const silence = end?.error?.replace(/(?<=\bEPROTO\b).*/s, "") ?? "no answer";
    const came = answer === undefined ? silence : `HTTP ${answer.status}`;
    const isPlain = silence.endsWith("EPROTO");
    const hint = isPlain ? "does it speak http? The URL says https" : "is an agent running there?";
    const problem = `${url}: expected an agent card; ${came}`;
    if (answer === undefined) {
      return {
        card: undefined,
        findings,
        left: unread(came),
        problem: `${problem}; ${hint}`,
      };
    }
    find("discovery.card", "HTTP 200", came);
    // Who has the URL of an interface looks for the card below it.
    const { origin, pathname } = new URL(url);
    const isBelow = pathname.lastIndexOf(wellKnown) > 0;
    const meant = isBelow ? `; do you mean ${origin}?` : "";
    return { card: undefined, findings, left: unread(came, "discovery.card"), problem: `${problem}${meant}` };
  }
  const card = parse(exchange);
  if (card === undefined) {
    find("discovery.card", "a card in JSON", end?.error ?? excerpt(answer.frames?.[0]?.bytes.text));
    return { card, findings, problem: `${url}: expected an agent card in JSON` };
  }
  const type = headerOf(answer.headers, "content-type") ?? "no content-type";
  if (!/^application\/(?:json|a2a\+json)\b/i.test(type))
    find("discovery.content-type", "application/json", type);
  const caching = headerOf(answer.headers, "cache-control");
  if (!/max-age=\d/.test(caching ?? "")) find("discovery.cache-control", "max-age", caching ?? "no header");
  const etag = headerOf(answer.headers, "etag");
  if (etag === undefined) find("discovery.etag", "an ETag", "none");
  for (const finding of judgeCard(card, exchange)) findings.push({ ...finding, exchange: last });
  const again = yield* ask(etag === undefined ? [] : [{ name: "if-none-match", value: etag }]);
  if (etag !== undefined && again.answer?.status !== 304) {
    find("discovery.conditional", "HTTP 304", `HTTP ${again.answer?.status ?? "nothing"}`);
  } else if (etag === undefined && excerpt(parse(again)) !== excerpt(card)) {
    find("discovery.stable", "the same card", "another one");
  }
  const left = yield* verifySignatures(card, { isAllowed, find });
  return { card, findings, left };
}

/** What cannot be judged where no card came, with the reason; `judged` is what can. */
function unread(reason: string, judged?: RequirementId): ReadonlyMap<RequirementId, string> {
  return new Map(discoveryIds.filter((id) => id !== judged).map((id) => [id, reason]));
}

/** Where versions before 0.3 have their card; undefined for a URL of another form. */
const wellKnown = "/.well-known/agent-card.json";

function formerUrl(url: string): string | undefined {
  return url.endsWith(wellKnown) ? `${url.slice(0, -wellKnown.length)}/.well-known/agent.json` : undefined;
}

interface Verifier {
  readonly isAllowed: (url: string) => boolean;
  readonly find: (requirement: RequirementId, expected: string, came: string) => void;
}

/** Verifies the signatures of a card whose keys are on its own hosts. */
function* verifySignatures(
  card: unknown,
  { isAllowed, find }: Verifier,
): Run<ReadonlyMap<RequirementId, string>> {
  const all = signaturesOf(card);
  const list = isObject(card) ? card["signatures"] : undefined;
  if (!isObject(card) || list === undefined || (Array.isArray(list) && list.length === 0)) {
    const reason = "the card has no signature";
    return new Map([
      ["discovery.signed", reason],
      ["discovery.signature", reason],
    ]);
  }
  let count = 0;
  for (const signature of all.slice(0, 16)) {
    const { keys } = signature;
    if (keys === undefined || !/^https?:/.test(keys) || !isAllowed(keys)) continue;
    const problem = judgeSignature(card, signature, parse(yield* fetchKeys(keys)));
    count++;
    if (problem !== undefined) find("discovery.signature", "a signature of the card", problem);
  }
  return new Map(
    count > 0 ? [] : [["discovery.signature", "no signature names its keys (jku) on the hosts of the card"]],
  );
}

function* fetchKeys(url: string): Run<Exchange> {
  const request: Request = { verb: "GET", url, headers: [{ name: "accept", value: "application/json" }] };
  return yield { kind: "send", request, effect: "reads" };
}

function parse({ answer }: Exchange): unknown {
  try {
    const value: unknown = JSON.parse(answer?.frames?.[0]?.bytes.text ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a card, whatever its version. */
export function* judgeCard(
  card: unknown,
  exchange?: Exchange,
): Generator<Omit<Finding, "exchange">, void, undefined> {
  const bytes = exchange?.answer?.frames?.[0]?.bytes ?? { text: JSON.stringify(card) };
  const { problems = [] } = readCardExchange(cardCodecs).frame(bytes, { status: 200 }) ?? {};
  for (const { path, message } of problems) {
    yield { requirement: "discovery.valid", expected: "a valid agent card", came: `${path}: ${message}` };
  }
  if (!isObject(card)) return;
  const list = objects(card["supportedInterfaces"]);
  if (list.length === 0 && typeof card["url"] !== "string") {
    yield { requirement: "discovery.interfaces", expected: "an interface", came: "none" };
  }
  for (const { url, protocolVersion, protocolBinding } of list) {
    yield* judgeInterface({ url, protocolVersion, protocolBinding });
  }
  const ids = objects(card["skills"]).map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    yield {
      requirement: "discovery.skills",
      expected: "identifiers of their own",
      came: `${excerpt(twice)} twice`,
    };
  }
  const schemes = isObject(card["securitySchemes"]) ? card["securitySchemes"] : {};
  for (const { schemes: wanted } of objects(card["securityRequirements"])) {
    const stray = Object.keys(isObject(wanted) ? wanted : {}).find((name) => !Object.hasOwn(schemes, name));
    if (stray !== undefined) {
      yield { requirement: "discovery.schemes", expected: `a scheme named ${stray}`, came: "none" };
    }
  }
  for (const { protected: text } of objects(card["signatures"])) {
    const header = decodeHeader(text);
    if (typeof header?.["alg"] !== "string" || typeof header["kid"] !== "string") {
      yield { requirement: "discovery.signed", expected: "alg and kid", came: excerpt(header ?? text) };
    }
  }
}

function* judgeInterface({
  url,
  protocolVersion,
  protocolBinding,
}: Readonly<Record<"url" | "protocolVersion" | "protocolBinding", unknown>>): Generator<
  Omit<Finding, "exchange">,
  void,
  undefined
> {
  const parsed = typeof url === "string" ? parseUrl(url) : undefined;
  // Peers of gRPC write host:port.
  if (parsed === undefined && protocolBinding === "GRPC" && hostOf(String(url)) !== "") return;
  if (parsed === undefined) {
    yield { requirement: "discovery.url", expected: "an absolute URL", came: excerpt(url) };
  } else if (/^(?:http|ws|grpc):$/.test(parsed.protocol) && !isLoopback(parsed.hostname)) {
    yield { requirement: "discovery.encrypted", expected: "https", came: excerpt(url) };
  }
  if (protocolVersion !== undefined && !/^"\d+\.\d+"$/.test(JSON.stringify(protocolVersion))) {
    yield { requirement: "discovery.version", expected: "Major.Minor", came: excerpt(protocolVersion) };
  }
  if (typeof protocolBinding === "string" && /^(?:json-?rpc|rest|http\+?json|grpc)$/i.test(protocolBinding)) {
    if (!["JSONRPC", "HTTP+JSON", "GRPC"].includes(protocolBinding)) {
      yield {
        requirement: "discovery.binding",
        expected: "JSONRPC, HTTP+JSON or GRPC",
        came: protocolBinding,
      };
    }
  }
}

function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}
