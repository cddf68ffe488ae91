import type { EnumModel, MessageModel } from "../../model/model.ts";

/** What the JSON file of a proto exports for a message. */
export function messageNames({ identifier }: MessageModel): Readonly<Record<MessageFunction, string>> {
  return {
    check: `check${identifier}`,
    decode: `decode${identifier}`,
    parse: `parse${identifier}`,
    encode: `encode${identifier}`,
    stringify: `stringify${identifier}`,
    is: `is${identifier}`,
    codec: `${identifier}Codec`,
  };
}

type MessageFunction = "check" | "decode" | "parse" | "encode" | "stringify" | "is" | "codec";

/** What it exports for an enum. */
export function enumNames({ identifier }: EnumModel): Readonly<Record<"is" | "kind", string>> {
  return { is: `is${identifier}`, kind: `${identifier}Kind` };
}
