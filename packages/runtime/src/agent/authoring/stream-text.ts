import type { JsonObject } from "../../core/index.ts";
import { onAbort } from "../../core/on-abort.ts";
import { onLeave } from "../../core/on-leave.ts";
import { isWellFormed, splitsPair } from "../../core/well-formed.ts";
import type { ArtifactEvent } from "../contract/execute.ts";
import type { Artifact, Part } from "../generated/lf/a2a/v1/a2a_types.ts";
import { PieceReader, type Step } from "./piece-reader.ts";
import { openSource } from "./piece-source.ts";

/** How pieces of text become an artifact. */
export interface StreamTextOptions {
  /** Of the artifact, for display. */
  readonly name?: string;
  /** Of the artifact. */
  readonly description?: string;
  /** Of the text: "text/markdown". Default: none, which is plain text. */
  readonly mediaType?: string;
  /** Of the artifact. */
  readonly metadata?: JsonObject;
  /** Milliseconds for which pieces are joined. Default: 50. */
  readonly everyMs?: number;
  /** Bytes of UTF-8 from which on pieces are not joined any longer. Default: 1024. */
  readonly everyBytes?: number;
  /** Whether to add to the artifact's text. Default: false, to replace it. */
  readonly append?: boolean;
  /** Ends the text and its source when aborted; give it the turn's. The generator throws its reason. */
  readonly signal?: AbortSignal;
}

/**
 * UTF-16 code units of one event at most. A longer piece becomes several: clients and receivers of webhooks
 * in the field take messages of 4 to 10 MB, and a piece that is stored or posted at once holds up those of
 * other tasks.
 */
const mostUnits = 256 * 1024;

/** The longest time of a timer. */
const mostMs = 2_147_483_647;

/**
 * The events of an artifact whose text comes in pieces, as models make it: an async iterable of strings, or a
 * ReadableStream of them.
 *
 * Pieces are joined for `everyMs` or until they have `everyBytes`. The first event begins the artifact,
 * further ones are appended, and the last one has `lastChunk`; for that, one character waits for the next one
 * where a source is slow. No event is empty, and none ends within a pair of surrogates. A source without text
 * makes no event.
 *
 * When the source fails, or the signal is aborted, the text that came before is yielded and then the error
 * thrown. The source is closed when reading ends before it does. It is read no faster than the events are
 * taken.
 */
export function streamText(
  artifactId: string,
  source: AsyncIterable<string> | ReadableStream<string>,
  options: StreamTextOptions = {},
): AsyncGenerator<ArtifactEvent, void, undefined> {
  return streamTextAs((event) => event, artifactId, source, options);
}

/** The same with events of another version. */
export function streamTextAs<Event>(
  toEvent: (event: ArtifactEvent) => Event,
  artifactId: string,
  source: AsyncIterable<string> | ReadableStream<string>,
  options: StreamTextOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const place = `streamText(${JSON.stringify(artifactId)})`;
  const { signal, everyMs = 50, everyBytes = 1024 } = options;
  if (!(everyMs >= 0 && everyMs <= mostMs))
    throw outOfRange(place, "everyMs", { found: everyMs, most: mostMs });
  if (!(everyBytes >= 0)) throw outOfRange(place, "everyBytes", { found: everyBytes, most: Infinity });
  const reader = new PieceReader(openSource(source, place), place);
  const makeEvent = eventMaker(artifactId, options);
  async function* read(): AsyncGenerator<Event, void, undefined> {
    const stopListening = signal && onAbort(signal, () => reader.stop({ reason: signal.reason }));
    try {
      for await (const { text, isLast } of joinPieces(reader, { everyMs, everyBytes })) {
        yield toEvent(makeEvent(text, isLast));
      }
    } finally {
      stopListening?.();
      reader.close();
    }
  }
  return onLeave(read(), () => reader.stop("left"));
}

interface Joined {
  readonly text: string;
  readonly isLast: boolean;
}

async function* joinPieces(
  reader: PieceReader,
  { everyMs, everyBytes }: { readonly everyMs: number; readonly everyBytes: number },
): AsyncGenerator<Joined, void, undefined> {
  let text = "";
  let bytes = 0;
  /** Takes the text up to an index, in parts that an event can have. */
  function* take(end: number): Generator<Joined> {
    for (const part of split(text.slice(0, end))) yield { text: part, isLast: false };
    text = text.slice(end);
    bytes = countBytes(text);
    reader.stopTimer();
  }
  for (;;) {
    let step: Step;
    try {
      step = await reader.next();
    } catch (error) {
      yield* take(text.length);
      throw error;
    }
    if (step === "late") {
      yield* take(lastCharacter(text));
    } else if (step === "left") {
      yield* take(text.length);
      return;
    } else if (step === "ended") {
      const parts = split(text);
      for (const [index, part] of parts.entries()) yield { text: part, isLast: index === parts.length - 1 };
      return;
    } else if (step.piece !== "") {
      // The one that has come shows that the text continues.
      if (reader.isLate || bytes >= everyBytes) yield* take(wholeCharacters(text));
      reader.startTimer(everyMs);
      text += step.piece;
      bytes += countBytes(step.piece);
    }
  }
}

function eventMaker(
  artifactId: string,
  { name, description, mediaType, metadata, append = false }: StreamTextOptions,
): (text: string, isLast: boolean) => ArtifactEvent {
  let isFirst = true;
  return (given, isLast) => {
    const text = isWellFormed(given) ? given : given.replace(/[\ud800-\udfff]/gu, "\ufffd");
    const part: Part = { text, ...(mediaType !== undefined && { mediaType }) };
    // In the order of the proto. What is said of the artifact once is kept.
    const artifact: Artifact = isFirst
      ? {
          artifactId,
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          parts: [part],
          ...(metadata !== undefined && { metadata }),
        }
      : { artifactId, parts: [part] };
    const event = { artifact, append: append || !isFirst, ...(isLast && { lastChunk: true }) };
    isFirst = false;
    return event;
  };
}

/** Parts of at most `mostUnits`; none of an empty text. */
function split(text: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const part = text.slice(start, start + mostUnits);
    const whole = start + part.length < text.length ? part.slice(0, wholeCharacters(part)) : part;
    parts.push(whole);
    start += whole.length;
  }
  return parts;
}

/** Where the text ends without the half of a pair, whose other half may follow. */
function wholeCharacters(text: string): number {
  return text.length - (splitsPair(text, text.length) ? 1 : 0);
}

/** Where the last character begins: half of a pair, or what may be one. */
function lastCharacter(text: string): number {
  const last = text.length - 1;
  return isLow(text, last) && splitsPair(text, last) ? last - 1 : Math.max(last, 0);
}

function isLow(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}

const encoder = /* @__PURE__ */ new TextEncoder();

function countBytes(text: string): number {
  return text === "" ? 0 : encoder.encode(text).length;
}

function outOfRange(
  place: string,
  option: string,
  { found, most }: { readonly found: unknown; readonly most: number },
): RangeError {
  return new RangeError(`${place}: ${option}: expected a number from 0 to ${most}, found ${String(found)}`);
}
