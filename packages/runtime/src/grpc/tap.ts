import { InterceptingCall, type Interceptor, Metadata, type Requester, status } from "@grpc/grpc-js";
import { errorMessage } from "../core/object.ts";
import { toHeaders } from "./metadata.ts";

type Entries = Readonly<Record<string, string>>;

/** The end of a call as it goes over the wire. */
export interface TappedStatus {
  readonly code: number;
  readonly details: string;
  readonly trailers: Entries;
}

/** An answer that comes from elsewhere than the server. */
export interface TappedAnswer {
  readonly headers: Entries;
  readonly messages: AsyncIterable<Uint8Array>;
  status(): TappedStatus;
}

/** Sees one call as it goes over the wire. */
export interface CallTap {
  /**
   * Told the request before it is sent. What it resolves to is the answer, and nothing is sent; undefined
   * lets the call go on. A call with a stream of its client goes on in any case.
   */
  begin(metadata: Entries, request: Uint8Array): Promise<TappedAnswer | undefined>;
  head(headers: Entries): void;
  message(bytes: Uint8Array): void;
  end(status: TappedStatus): void;
}

type Start = NonNullable<Requester["start"]>;
type Listener = Parameters<Start>[1];
type PassedListener = Parameters<Parameters<Start>[2]>[1];

/** An interceptor of grpc-js that shows each call to a tap. */
export function tapCalls(open: (path: string) => CallTap): Interceptor {
  return (options, nextCall) => {
    const { path, requestStream } = options.method_definition;
    const tap = open(path);
    const held: (() => void)[] = [];
    let begun: { readonly metadata: Metadata; readonly listener: Listener } | undefined;
    let request = new Uint8Array();
    let isCanceled = false;
    const step = (next: () => void): void => {
      if (requestStream) next();
      else held.push(next);
    };
    return new InterceptingCall(nextCall(options), {
      start(metadata, listener, next) {
        begun = { metadata, listener };
        if (requestStream) void tap.begin(toHeaders(metadata), request);
        step(() => next(metadata, watch(tap)));
      },
      sendMessage(message: Buffer, next) {
        request = new Uint8Array(message);
        step(() => next(message));
      },
      halfClose(next) {
        if (requestStream || begun === undefined) return next();
        const { metadata, listener } = begun;
        const forward = (): void => {
          for (const go of [...held, next]) go();
        };
        void answer(tap.begin(toHeaders(metadata), request), {
          listener,
          forward,
          isCanceled: () => isCanceled,
        });
      },
      cancel(next) {
        isCanceled = true;
        next();
      },
    });
  };
}

/** Everything passes, and the tap sees it. */
function watch(tap: CallTap): PassedListener {
  return {
    onReceiveMetadata(metadata, next) {
      tap.head(toHeaders(metadata));
      next(metadata);
    },
    onReceiveMessage(message: Buffer | null, next) {
      if (message !== null) tap.message(message);
      next(message);
    },
    onReceiveStatus({ code, details, metadata }, next) {
      tap.end({ code, details, trailers: toHeaders(metadata) });
      next({ code, details, metadata });
    },
  };
}

async function answer(
  given: Promise<TappedAnswer | undefined>,
  {
    listener,
    forward,
    isCanceled,
  }: { readonly listener: Listener; readonly forward: () => void; readonly isCanceled: () => boolean },
): Promise<void> {
  try {
    const found = await given;
    if (found === undefined) forward();
    else await play(found, listener, isCanceled);
  } catch (error) {
    finish(listener, { code: status.UNKNOWN, details: errorMessage(error) });
  }
}

async function play(answer: TappedAnswer, listener: Listener, isCanceled: () => boolean): Promise<void> {
  listener.onReceiveMetadata(toMetadata(answer.headers));
  for await (const message of answer.messages) {
    if (isCanceled()) return finish(listener, { code: status.CANCELLED, details: "canceled" });
    listener.onReceiveMessage(Buffer.from(message));
  }
  finish(listener, answer.status());
}

function finish(
  listener: Listener,
  { code, details, trailers = {} }: Pick<TappedStatus, "code" | "details"> & Partial<TappedStatus>,
): void {
  listener.onReceiveStatus({ code, details, metadata: toMetadata(trailers) });
}

function toMetadata(entries: Entries): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(entries)) {
    metadata.set(name, name.endsWith("-bin") ? Buffer.from(value, "base64") : value);
  }
  return metadata;
}
