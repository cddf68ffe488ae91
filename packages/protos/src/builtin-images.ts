import { images } from "@a2agen/versions/images.ts";

/** The images of the built-in protos by the name of their profile. */
export const builtinImages: ReadonlyMap<string, () => Uint8Array> = new Map(
  Object.entries(images).map(([name, dataUrl]) => [name, () => toBytes(dataUrl)]),
);

function toBytes(dataUrl: string): Uint8Array {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}
