import type { CallTap, GrpcCodecs, TappedStatus } from "@a2agen/runtime/internal/wire";
import { fromGrpcCode } from "@a2agen/runtime/service";
import type { Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import type { RecordedCall, Recorder } from "./recorder.ts";

type Entries = Readonly<Record<string, string>>;

interface TapInit {
  readonly recorder: Recorder;
  readonly codecs: GrpcCodecs | undefined;
}

/** Begins the record of a call. */
export function beginCall(
  {
    url,
    metadata,
    message,
  }: { readonly url: string; readonly metadata: Entries; readonly message: Uint8Array },
  { recorder, codecs }: TapInit,
): RecordedCall {
  const call = recorder.begin({ verb: "POST", url, headers: toHeaders(metadata) }, codecs);
  call.body(message);
  return call;
}

/** Records one call. */
export class RecordingTap implements CallTap {
  readonly #url: string;
  readonly #init: TapInit;
  #call: RecordedCall | undefined;

  constructor(url: string, init: TapInit) {
    this.#url = url;
    this.#init = init;
  }

  begin(metadata: Entries, message: Uint8Array): Promise<undefined> {
    this.#call = beginCall({ url: this.#url, metadata, message }, this.#init);
    return Promise.resolve(undefined);
  }

  head(headers: Entries): void {
    this.#call?.head(200, toHeaders(headers));
  }

  message(bytes: Uint8Array): void {
    if (this.#call?.takes(bytes.length) === true) this.#call.frame(bytes);
  }

  end({ code, details, trailers }: TappedStatus): void {
    const call = this.#call;
    if (call === undefined) return;
    const status = { "grpc-status": String(code), ...(details === "" ? {} : { "grpc-message": details }) };
    // Without metadata of the server, what is known comes from the library.
    const isAnswered = call.exchange.answer !== undefined || Object.keys(trailers).length > 0;
    if (isAnswered && call.exchange.answer === undefined) call.head(200, []);
    call.trailers(toHeaders({ ...status, ...trailers }));
    call.end(isAnswered ? undefined : `${fromGrpcCode(code)}: ${details}`);
  }
}

function toHeaders(entries: Entries): Header[] {
  return Object.entries(entries).map(([name, value]) => ({ name, value }));
}
