import type { GrpcBindingOptions } from "@a2agen/runtime/grpc";
import type { ClientBindingFactory } from "@a2agen/runtime/service";
import { tappedGrpc } from "../record/record-grpc.ts";
import type { Cassette } from "./cassette.ts";

/**
 * The gRPC binding of a client whose calls a cassette records or answers:
 * `connect(service, url, { fetch: cassette.fetch, bindings: [cassetteGrpc({ codecs }, cassette)] })`.
 *
 * @public
 */
export function cassetteGrpc(
  options: GrpcBindingOptions,
  { openTap }: Pick<Cassette, "openTap">,
): ClientBindingFactory {
  return tappedGrpc(options, openTap);
}
