import type {
  Answer,
  Exchange,
  Meaning,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { type Difference, listDifferences } from "@a2agen/exchange/replay/differences.ts";
import type { IdMap } from "@a2agen/exchange/replay/same-meaning.ts";
import { allVersions, cardCodecs } from "@a2agen/exchange/versions.ts";
import type { Codec } from "@a2agen/runtime";
import { isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";

/** What a client that was recorded needs of a frame, and does not get. */
export function compareFrames(
  recorded: Meaning | undefined,
  came: Meaning | undefined,
  ids: IdMap,
): readonly Difference[] {
  const codec = findCodec(recorded?.type);
  const isCard = cardCodecs.some(({ typeName }) => typeName === recorded?.type);
  const [one, other] = [toPlain(recorded?.value, codec), toPlain(came?.value, codec)];
  const known = new Set((recorded?.problems ?? []).map(({ path = "", message }) => `${path} ${message}`));
  const problems = (came?.problems ?? []).filter(
    ({ path = "", message }) => !known.has(`${path} ${message}`),
  );
  const differences = isCard
    ? listCardDifferences(one, other, ids)
    : listDifferences(one, other, { isSame: ids.isSame });
  return [
    ...(recorded?.type === came?.type
      ? []
      : [{ path: "type", one: recorded?.type ?? "an error", other: came?.type ?? "an error" }]),
    ...[...differences].filter((each) => isLoss(each) && !isForPeople(each.path, { isCard, codec })),
    ...problems.map(({ path = "", message }) => ({ path, one: "a valid value", other: message })),
  ];
}

const codecs: ReadonlyMap<string, Codec<unknown>> = new Map(
  allVersions.flatMap(({ service: { methods } }) =>
    Object.values<Method>(methods).map(({ output }) => [output.typeName, output] as const),
  ),
);

function findCodec(type: string | undefined): Codec<unknown> | undefined {
  return type === undefined ? undefined : codecs.get(type);
}

/** A value in the spelling of its type, without fields that hold their default or that it does not know. */
function toPlain(value: unknown, codec: Codec<unknown> | undefined): unknown {
  const read = codec?.tryDecode(structuredClone(value), { lenient: true });
  return codec !== undefined && read?.ok === true ? codec.encode(read.value) : value;
}

/** Clients do without what they have not seen, but not in lists, whose length and order they have seen. */
function isLoss({ path, one }: Difference): boolean {
  return one !== undefined || path.endsWith("]");
}

/** Of an error, and of a card. */
const forPeople = {
  error: /(?:^|\.)(?:description|detail|instance|message|title)$/,
  card: /^version$|^(?:iconUrl|documentationUrl|provider|signatures)\b|(?:^|\.)(?:description|examples|tags)\b|\.url$|^url$/,
} as const;

function isForPeople(
  path: string,
  { isCard, codec }: { readonly isCard: boolean; readonly codec: Codec<unknown> | undefined },
): boolean {
  if (isCard) return forPeople.card.test(path);
  return codec === undefined && forPeople.error.test(path);
}

/** Lists of a card are sets: one may have more than before, in another order. */
function listCardDifferences(one: unknown, other: unknown, ids: IdMap): Iterable<Difference> {
  // Identifiers in cards are names.
  const isSame: IdMap["isSame"] = (mine, theirs, name) => name !== "id" && ids.isSame(mine, theirs, name);
  const listLosses = (mine: unknown, theirs: unknown): readonly Difference[] =>
    [...listDifferences(mine, theirs, { isSame })].filter(
      (each) => isLoss(each) && !isForPeople(each.path, { isCard: true, codec: undefined }),
    );
  const align = (mine: unknown, theirs: unknown): unknown => {
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      return mine.map((each: unknown) => {
        const aligned = theirs.map((element: unknown) => align(each, element));
        return (
          aligned.find((element) => listLosses(each, element).length === 0) ?? aligned.find(isNamed(each))
        );
      });
    }
    if (!isObject(mine) || !isObject(theirs)) return theirs;
    return Object.fromEntries(
      Object.entries(theirs).map(([name, value]) => [name, align(mine[name], value)]),
    );
  };
  return listLosses(one, align(one, other));
}

/** Whether an element of a list of a card is the one with the same name, as a skill is. */
function isNamed(one: unknown): (other: unknown) => boolean {
  return (other) => isObject(one) && isObject(other) && one["id"] !== undefined && one["id"] === other["id"];
}

/** Where the ends of two answers differ, their status and their headers. */
export function compareHeads(recorded: Exchange, came: Exchange): readonly Difference[] {
  const [one, other] = [describeEnd(recorded), describeEnd(came)];
  const service = allVersions.find((row) => row.service.protocol.name === recorded.protocol)?.service;
  const { versionParameter, extensionsParameter } = service?.protocol ?? {};
  const own = [versionParameter, extensionsParameter].flatMap((row) => row?.name.toLowerCase() ?? []);
  const names = [...Object.keys(heeded), ...own];
  const [before, after] = [headersOf(recorded.answer), headersOf(came.answer)];
  return [
    ...(one === other ? [] : [{ path: "outcome", one, other }]),
    ...names.flatMap((name) => {
      const read = heeded[name] ?? ((text: string) => text);
      const [was, is] = [before.get(name), after.get(name)];
      if (was === undefined || (is !== undefined && read(was) === read(is))) return [];
      return [{ path: `header ${name}`, one: was, other: is }];
    }),
  ];
}

function describeEnd(exchange: Exchange): string {
  const { answer, end } = exchange;
  if (answer === undefined) return `no answer: ${end?.error ?? "none came"}`;
  return `${outcomeOf(exchange).status}${end?.error === undefined ? "" : `, broken off: ${end.error}`}`;
}

function headersOf(answer: Answer | undefined): ReadonlyMap<string, string> {
  return new Map((answer?.headers ?? []).map(({ name, value = "" }) => [name.toLowerCase(), value]));
}

const isThere = (): string => "";

/** Headers that clients act upon, and what they read of them; others are of servers and proxies. */
const heeded: Readonly<Record<string, (text: string) => string>> = {
  allow: isThere,
  "cache-control": isThere,
  "content-type": (text) => text.split(";")[0]?.trim().toLowerCase() ?? "",
  etag: isThere,
  "last-modified": isThere,
  location: isThere,
  "retry-after": isThere,
  "www-authenticate": (text) => text.split(" ")[0]?.toLowerCase() ?? "",
};
