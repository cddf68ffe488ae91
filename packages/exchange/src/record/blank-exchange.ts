import type { BinaryType } from "@a2agen/runtime/binary";
import { fromRecorded, toRecorded } from "../bytes.ts";
import { blankHeaders, blankUrl } from "../credentials.ts";
import type { Bytes, Exchange, Header, Meaning } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { blankSecrets } from "./blank-secrets.ts";
import type { SecretFinder } from "./secret-finder.ts";

/** How the messages of a call over gRPC are written. */
export interface MessageTypes {
  readonly input: BinaryType;
  readonly output: BinaryType;
}

/** A body, an event or a message, and what it means. */
interface Part {
  readonly bytes: Bytes;
  readonly meaning: Meaning | undefined;
}

/**
 * An exchange without the credentials in its headers, URLs and bodies, and without those that were found
 * before, wherever they stand. Messages of gRPC are written anew, or left out where they cannot be.
 */
export function blankExchange(exchange: Exchange, secrets: SecretFinder, types?: MessageTypes): Exchange {
  const { request, answer } = exchange;
  for (const { meaning } of answer?.frames ?? []) secrets.readCard(meaning?.value);
  secrets.readHead(request.url, request.headers ?? []);
  secrets.readHead("", [...(answer?.headers ?? []), ...(answer?.trailers ?? [])]);
  const isGrpc = exchange.binding === "GRPC";
  const placed = mapParts(blankHeads(exchange, secrets), ({ bytes, meaning }, mediaType) => ({
    bytes: isGrpc || bytes.text === undefined ? bytes : { text: blankBody(bytes.text, mediaType, secrets) },
    meaning: meaning && (secrets.blankJson(meaning) as Meaning),
  }));
  const blanked = blankSecrets(placed, secrets.values);
  if (!isGrpc) return blanked;
  const originals = partsOf(exchange);
  return mapParts(blanked, ({ meaning }, _, at) => ({
    bytes: writeAgain(originals[at], meaning, {
      type: at === 0 ? types?.input : types?.output,
      secrets: secrets.values,
    }),
    meaning,
  }));
}

function blankHeads(exchange: Exchange, { names }: SecretFinder): Exchange {
  const { request, answer } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: blankUrl(request.url, names),
      headers: blankHeaders(request.headers ?? [], names),
    },
    ...(answer === undefined
      ? {}
      : {
          answer: {
            ...answer,
            headers: blankHeaders(answer.headers ?? [], names),
            ...(answer.trailers && { trailers: blankHeaders(answer.trailers, names) }),
          },
        }),
  };
}

function blankBody(text: string, mediaType: string, secrets: SecretFinder): string {
  if (mediaType.startsWith("application/x-www-form-urlencoded")) return secrets.blankForm(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Of other forms only what looks like a credential is known.
    return secrets.blankText(text);
  }
  const [before, after] = [JSON.stringify(value), JSON.stringify(secrets.blankJson(value))];
  // Bytes without credentials stay as they came.
  return before === after ? text : after;
}

/** The request first, then the frames. */
function partsOf({ request, answer }: Exchange): readonly Part[] {
  return [
    { bytes: request.body ?? {}, meaning: request.meaning },
    ...(answer?.frames ?? []).map(({ bytes, meaning }) => ({ bytes, meaning })),
  ];
}

function mapParts(exchange: Exchange, change: (part: Part, mediaType: string, at: number) => Part): Exchange {
  const { request, answer } = exchange;
  const [sent, ...frames] = partsOf(exchange).map((part, at) =>
    change(part, typeOf(at === 0 ? request.headers : answer?.headers), at),
  );
  return {
    ...exchange,
    request: {
      ...request,
      ...(request.body && sent && { body: sent.bytes }),
      ...(sent?.meaning && { meaning: sent.meaning }),
    },
    ...(answer && {
      answer: {
        ...answer,
        ...(answer.frames && {
          frames: answer.frames.map((frame, at) => {
            const { bytes, meaning } = frames[at] ?? frame;
            return { ...frame, bytes, ...(meaning && { meaning }) };
          }),
        }),
      },
    }),
  };
}

function writeAgain(
  original: Part | undefined,
  blanked: Meaning | undefined,
  { type, secrets }: { readonly type: BinaryType | undefined; readonly secrets: readonly string[] },
): Bytes {
  const { bytes = {}, meaning } = original ?? {};
  if (meaning?.value === undefined || blanked === undefined) return {};
  const isSame = JSON.stringify(meaning.value) === JSON.stringify(blanked.value);
  const text = Buffer.from(fromRecorded(bytes)).toString();
  if (isSame && !secrets.some((secret) => text.includes(secret))) return bytes;
  try {
    return type === undefined ? {} : toRecorded(type.encode(blanked.value));
  } catch {
    // A blanked value can break a rule of the message: its meaning says what was there.
    return {};
  }
}

function typeOf(headers: readonly Header[] | undefined): string {
  return headers?.find(({ name }) => name.toLowerCase() === "content-type")?.value?.toLowerCase() ?? "";
}
