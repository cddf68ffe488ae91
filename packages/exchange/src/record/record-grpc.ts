import { type GrpcBindingOptions, grpc } from "@a2agen/runtime/grpc";
import { type CallTap, tapCalls } from "@a2agen/runtime/internal/grpc";
import { type GrpcCodecs, toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { ClientBindingFactory, ClientBindingTarget } from "@a2agen/runtime/service";
import type { Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import type { RecordedCall, Recorder } from "./recorder.ts";

/** The gRPC binding of a client, with what goes over the wire recorded. */
export function recordGrpc(options: GrpcBindingOptions, recorder: Recorder): ClientBindingFactory {
  return tappedGrpc(options, (url, codecs) => new RecordingTap(url, { recorder, codecs }));
}

/** The gRPC binding of a client whose calls each have a tap; `codecs` are those of the service. */
export function tappedGrpc(
  options: GrpcBindingOptions,
  open: (url: string, codecs: GrpcCodecs | undefined) => CallTap,
): ClientBindingFactory {
  return {
    ...grpc(options),
    connect(target) {
      const codecs = findCodecs(options.codecs, target);
      const { origin } = new URL(toHttpUrl(target.url));
      const interceptors = [tapCalls((path) => open(`${origin}${path}`, codecs))];
      const channelOptions = { ...options.channelOptions, interceptors };
      return grpc({ ...options, channelOptions }).connect(target);
    },
  };
}

function findCodecs(
  all: readonly GrpcCodecs[],
  { protocol, service }: ClientBindingTarget,
): GrpcCodecs | undefined {
  const named = all.filter((codecs) => codecs.service.typeName === service.typeName);
  return named.find((codecs) => codecs.service.protocol.name === protocol.name) ?? named[0];
}

/** Records one call. */
export class RecordingTap implements CallTap {
  readonly #url: string;
  readonly #init: { readonly recorder: Recorder; readonly codecs: GrpcCodecs | undefined };
  #call: RecordedCall | undefined;

  constructor(url: string, init: { readonly recorder: Recorder; readonly codecs: GrpcCodecs | undefined }) {
    this.#url = url;
    this.#init = init;
  }

  begin(metadata: Readonly<Record<string, string>>, request: Uint8Array): Promise<undefined> {
    const { recorder, codecs } = this.#init;
    this.#call = recorder.begin({ verb: "POST", url: this.#url, headers: toHeaders(metadata) }, codecs);
    this.#call.body(request);
    return Promise.resolve(undefined);
  }

  head(headers: Readonly<Record<string, string>>): void {
    this.#call?.head(200, toHeaders(headers));
  }

  message(bytes: Uint8Array): void {
    if (this.#call?.takes(bytes.length) === true) this.#call.frame(bytes);
  }

  end({ code, details, trailers }: Parameters<CallTap["end"]>[0]): void {
    const call = this.#call;
    if (call === undefined) return;
    const status = { "grpc-status": String(code), ...(details === "" ? {} : { "grpc-message": details }) };
    // Without metadata of the server, what is known comes from the library.
    const isAnswered = call.exchange.answer !== undefined || Object.keys(trailers).length > 0;
    if (isAnswered && call.exchange.answer === undefined) call.head(200, []);
    call.trailers(toHeaders({ ...status, ...trailers }));
    call.end(isAnswered ? undefined : details);
  }
}

function toHeaders(entries: Readonly<Record<string, string>>): Header[] {
  return Object.entries(entries).map(([name, value]) => ({ name, value }));
}
