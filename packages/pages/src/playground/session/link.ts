import { base64ToBytes, bytesToBase64, trimEndOf } from "@a2agen/runtime/internal";

/** What a link carries. It is in the fragment, which browsers do not send. */
export interface Shared {
  readonly text: string;
  readonly dialect?: string | undefined;
  readonly typeName?: string | undefined;
  readonly pane?: string | undefined;
}

/** Characters that a text from a link may have: a small one may unpack to a very large one. */
const maximumText = 20_000_000;

/** The fragment of a link, without "#". */
export async function toFragment({ text, dialect, typeName, pane }: Shared): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const parameters = new URLSearchParams({ json: toUrlBase64(bytes) });
  if (dialect !== undefined) parameters.set("version", dialect);
  if (typeName !== undefined) parameters.set("type", typeName);
  if (pane !== undefined) parameters.set("show", pane);
  return parameters.toString();
}

/** Reads the fragment of a link; undefined for one that is not ours. Rejects if the text in it is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const parameters = new URLSearchParams(fragment);
  const packed = parameters.get("json");
  if (packed === null) return undefined;
  const bytes = base64ToBytes(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return {
    text: await inflate(bytes),
    dialect: parameters.get("version") ?? undefined,
    typeName: parameters.get("type") ?? undefined,
    pane: parameters.get("show") ?? undefined,
  };
}

async function inflate(bytes: Uint8Array): Promise<string> {
  const stream = new Blob([Uint8Array.from(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += utf8.decode(piece.value, { stream: true });
    if (text.length > maximumText) throw new RangeError(`expected at most ${maximumText} characters`);
  }
  return text + utf8.decode();
}

function toUrlBase64(bytes: Uint8Array): string {
  return trimEndOf(bytesToBase64(bytes).replaceAll("+", "-").replaceAll("/", "_"), "=");
}
