import {
  type DescExtension,
  type DescField,
  type DescMessage,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export interface RewriteInit {
  /** Knows the extensions, so that texts in custom options are found. */
  readonly registry: Registry;
  rewrite(text: string): string;
}

/**
 * Changes every text in a message in the wire format and leaves all else as it is, the order of fields
 * included, which decoding and encoding would not do in options.
 */
export function rewriteTexts(bytes: Uint8Array, message: DescMessage, init: RewriteInit): Uint8Array {
  const fields = new Map<number, DescField>(message.fields.map((field) => [field.number, field]));
  const reader = new BinaryReader(bytes);
  const writer = new BinaryWriter();
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    writer.tag(no, wireType);
    const field: DescField | DescExtension | undefined =
      fields.get(no) ?? init.registry.getExtensionFor(message, no);
    if (wireType !== WireType.LengthDelimited || field === undefined) {
      writer.raw(reader.skip(wireType, no));
    } else if (field.message !== undefined) {
      writer.bytes(rewriteTexts(reader.bytes(), field.message, init));
    } else if (isText(field)) {
      writer.string(init.rewrite(reader.string()));
    } else {
      writer.raw(reader.skip(wireType, no));
    }
  }
  return writer.finish();
}

function isText(field: DescField | DescExtension): boolean {
  return (
    (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING) ||
    (field.fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING)
  );
}
