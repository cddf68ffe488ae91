/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export {
  AnyCodec,
  BoolValueCodec,
  BytesValueCodec,
  DoubleValueCodec,
  DurationCodec,
  EmptyCodec,
  FieldMaskCodec,
  FloatValueCodec,
  Int32ValueCodec,
  Int64ValueCodec,
  ListValueCodec,
  OffsetTimestampCodec,
  StringValueCodec,
  StructCodec,
  TimestampCodec,
  UInt32ValueCodec,
  UInt64ValueCodec,
  ValueCodec,
} from "../core/well-known-codecs.ts";
export { defineErrors, type ErrorFactories } from "../service/call-error.ts";
export { defineProtocol } from "../service/define-protocol.ts";
export { defineClient, defineService } from "../service/method.ts";
export { streamsOverHttp } from "../service/streams-over-http.ts";
export { defineUnimplemented } from "../service/unimplemented.ts";
