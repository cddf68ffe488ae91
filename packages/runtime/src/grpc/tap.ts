import {
  type ClientOptions,
  InterceptingCall,
  type Interceptor,
  Metadata,
  type Requester,
  status,
} from "@grpc/grpc-js";
import { errorMessage } from "../core/object.ts";
import type { CallTap, TappedAnswer, TappedStatus } from "./call-tap.ts";
import { toHeaders } from "./metadata.ts";

type Entries = Readonly<Record<string, string>>;

type Start = NonNullable<Requester["start"]>;
type Listener = Parameters<Start>[1];
type Ending = Pick<TappedStatus, "code" | "details"> & Partial<TappedStatus>;
type PassedListener = Parameters<Parameters<Start>[2]>[1];

/** Options of a channel whose calls each have a tap, behind the interceptors that it has. */
export function tapChannel(options: ClientOptions = {}, open: (path: string) => CallTap): ClientOptions {
  return { ...options, interceptors: [...(options.interceptors ?? []), tapCalls(open)] };
}

/** An interceptor of grpc-js that shows each call to a tap. */
function tapCalls(open: (path: string) => CallTap): Interceptor {
  return (options, nextCall) => {
    const { path, requestStream } = options.method_definition;
    const tap = open(path);
    const call = nextCall(options);
    const held: (() => void)[] = [];
    let begun: { readonly metadata: Metadata; readonly listener: Listener } | undefined;
    let request = new Uint8Array();
    let isForwarded = false;
    let isOver = false;
    const step = (next: () => void): void => {
      if (isForwarded) next();
      else held.push(next);
    };
    const forward = (): void => {
      isForwarded = true;
      for (const go of held) go();
    };
    const finish = ({ code, details, trailers = {} }: Ending): void => {
      if (isOver) return;
      isOver = true;
      begun?.listener.onReceiveStatus({ code, details, metadata: toMetadata(trailers) });
      // It was never started, and has a timer.
      call.cancelWithStatus(status.CANCELLED, "answered without the server");
    };
    const decide = async (): Promise<void> => {
      if (begun === undefined) return;
      try {
        const found = await tap.begin(toHeaders(begun.metadata), request);
        if (isOver) return;
        if (found === undefined) return forward();
        await play(found, begun.listener, () => isOver);
        finish(found.status());
      } catch (error) {
        finish({ code: status.UNKNOWN, details: errorMessage(error) });
      }
    };
    return new InterceptingCall(call, {
      start(metadata, listener, next) {
        begun = { metadata, listener };
        held.push(() => next(metadata, watch(tap)));
        if (requestStream) void decide();
      },
      sendMessage(message: Buffer, next) {
        request = new Uint8Array(message);
        step(() => next(message));
      },
      halfClose(next) {
        step(next);
        if (!requestStream) void decide();
      },
      cancel(next) {
        if (isForwarded) next();
        else finish({ code: status.CANCELLED, details: "canceled" });
      },
    });
  };
}

/** Everything passes, and the tap sees it. */
function watch(tap: CallTap): PassedListener {
  return {
    onReceiveMetadata(metadata, next) {
      tap.head?.(toHeaders(metadata));
      next(metadata);
    },
    onReceiveMessage(message: Buffer | null, next) {
      if (message !== null) tap.message?.(message);
      next(message);
    },
    onReceiveStatus({ code, details, metadata }, next) {
      tap.end?.({ code, details, trailers: toHeaders(metadata) });
      next({ code, details, metadata });
    },
  };
}

async function play(answer: TappedAnswer, listener: Listener, isOver: () => boolean): Promise<void> {
  if (Object.keys(answer.headers).length > 0) listener.onReceiveMetadata(toMetadata(answer.headers));
  for await (const message of answer.messages) {
    if (isOver()) return;
    listener.onReceiveMessage(Buffer.from(message));
  }
}

function toMetadata(entries: Entries): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(entries)) {
    if (!name.endsWith("-bin")) metadata.set(name, value);
    else for (const each of value.split(", ")) metadata.add(name, Buffer.from(each, "base64"));
  }
  return metadata;
}
