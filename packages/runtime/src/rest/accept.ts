import type { MediaTypes, Protocol } from "../service/protocol.ts";

/**
 * The media type of an answer: the one that is sent usually, or another of the known ones where the
 * client would rather have that (RFC 9110 12.5.1). A client that wants none of them gets the usual one.
 */
export function chooseMediaType({ send, accept }: MediaTypes, header: string | undefined): string {
  if (header === undefined || header === "*/*" || header === send) return send;
  const ranges = header.split(",", maximumRanges).map(parseRange);
  let chosen = send;
  let best = rank(send, ranges);
  for (const type of accept) {
    const found = rank(type, ranges);
    if (found > best) [chosen, best] = [type, found];
  }
  return chosen;
}

const plainJson = "application/json";

/** The media type of an error: the usual one, or plain JSON for clients that prefer it or accept neither. */
export function chooseErrorType({ errorBody, contentTypes }: Protocol, header: string | undefined): string {
  const { send } = contentTypes.error;
  // The type of problem details says what form they have.
  if (header === undefined || errorBody === "problem+json") return send;
  const ranges = header.split(",", maximumRanges).map(parseRange);
  return rank(send, ranges) === 0 ? plainJson : chooseMediaType({ send, accept: [plainJson] }, header);
}

/** Ranges of an Accept header that are looked at. */
const maximumRanges = 50;

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";");
  const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number.parseFloat(weight.slice(weight.indexOf("=") + 1));
  return { type: type.trim().toLowerCase(), quality: Number.isFinite(quality) ? quality : 0 };
}

/** The weight that a client gives a type; of types with the same one, the one that it names. */
function rank(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const [specificity, wanted] of [
    [2, type],
    [1, family],
    [0, "*/*"],
  ] as const) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range !== undefined) return range.quality === 0 ? 0 : range.quality + specificity / 1e6;
  }
  return 0;
}
