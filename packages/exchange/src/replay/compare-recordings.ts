import type { Bytes, Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { outcomeOf } from "../outcome.ts";
import { type Difference, listDifferences } from "./differences.ts";
import { IdMap } from "./same-meaning.ts";

/** An exchange of two recordings, and where its answers differ. */
export interface Compared {
  readonly name: string;
  /** Absent where the other recording alone has the exchange. */
  readonly one?: Exchange;
  readonly other?: Exchange;
  readonly differences: readonly Difference[];
}

/**
 * Compares two recordings by meaning: exchanges with the same request belong together, in their order;
 * identifiers and times may be others. Only what differs is returned.
 */
export function compareRecordings(one: readonly Exchange[], other: readonly Exchange[]): readonly Compared[] {
  let ids = new IdMap();
  const left = [...other];
  const found: Compared[] = [];
  for (const exchange of one) {
    const name = nameOf(exchange);
    const at = left.findIndex((each) => {
      const trial = new IdMap(ids);
      if (findMismatch(exchange, each, trial) !== undefined) return false;
      ids = trial;
      return true;
    });
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match === undefined) found.push({ name, one: exchange, differences: [] });
    else {
      const differences = compareAnswers(exchange, match, ids);
      if (differences.length > 0) found.push({ name, one: exchange, other: match, differences });
    }
  }
  return [...found, ...left.map((each) => ({ name: nameOf(each), other: each, differences: [] }))];
}

/** What an exchange is called for people: its method, or its verb and path. */
export function nameOf({ method, request }: Exchange): string {
  return method ?? `${request.verb} ${new URL(request.url).pathname}`;
}

/** The first difference between two requests; undefined for requests that mean the same. */
export function findMismatch(one: Exchange, other: Exchange, ids: IdMap): Difference | undefined {
  return listDifferences(requestOf(one), requestOf(other), { isSame: ids.isSame }).next().value ?? undefined;
}

/** What a request means, without what depends on the way: addresses of hosts, headers, its own identifier. */
function requestOf({ protocol, binding, method, request }: Exchange): object {
  if (method !== undefined) return { protocol, binding, method, request: meant(request) };
  const { pathname, search } = new URL(request.url);
  return { verb: request.verb, path: `${pathname}${search}`, request: meant(request) };
}

/** Where answers to the same request differ. */
export function compareAnswers(one: Exchange, other: Exchange, ids: IdMap): readonly Difference[] {
  return [...listDifferences(answerOf(one), answerOf(other), { isSame: ids.isSame })];
}

function answerOf(exchange: Exchange): object {
  const { answer, end } = exchange;
  return {
    status: outcomeOf(exchange).status,
    events: (answer?.frames ?? []).map(({ bytes, meaning }) => meant({ body: bytes, meaning })),
    isWhole: end !== undefined && end.error === undefined,
  };
}

function meant({
  body,
  meaning,
}: {
  readonly body?: Bytes | undefined;
  readonly meaning?: Exchange["request"]["meaning"] | undefined;
}): unknown {
  return meaning?.value ?? body?.text ?? body?.base64;
}
