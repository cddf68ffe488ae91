import older from "../../../generated/a2a-0.3/proto/a2a.binpb?url&inline";
import released from "../../../generated/a2a-1.0/a2a.binpb?url&inline";
import draft from "../../../generated/a2a-1.0-draft/a2a.binpb?url&inline";
import next from "../../../generated/a2a-1.1-dev/a2a.binpb?url&inline";

/** The images of the built-in protos by the name of their profile. */
export const builtinImages: ReadonlyMap<string, () => Uint8Array> = new Map([
  ["a2a-0.3-proto", () => toBytes(older)],
  ["a2a-1.0", () => toBytes(released)],
  ["a2a-1.0-draft", () => toBytes(draft)],
  ["a2a-1.1-dev", () => toBytes(next)],
]);

function toBytes(dataUrl: string): Uint8Array {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}
