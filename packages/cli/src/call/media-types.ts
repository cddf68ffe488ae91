import { extname } from "node:path";

/**
 * Media types of files that are sent, and endings of files that come; the first ending of a type is the one
 * written.
 */
const types: readonly (readonly [extension: string, mediaType: string])[] = [
  [".txt", "text/plain"],
  [".md", "text/markdown"],
  [".html", "text/html"],
  [".htm", "text/html"],
  [".css", "text/css"],
  [".csv", "text/csv"],
  [".json", "application/json"],
  [".xml", "application/xml"],
  [".yaml", "application/yaml"],
  [".yml", "application/yaml"],
  [".pdf", "application/pdf"],
  [".zip", "application/zip"],
  [".gz", "application/gzip"],
  [".png", "image/png"],
  [".jpg", "image/jpeg"],
  [".jpeg", "image/jpeg"],
  [".gif", "image/gif"],
  [".webp", "image/webp"],
  [".svg", "image/svg+xml"],
  [".mp3", "audio/mpeg"],
  [".wav", "audio/wav"],
  [".ogg", "audio/ogg"],
  [".mp4", "video/mp4"],
  [".webm", "video/webm"],
];

export function mediaTypeFor(path: string): string {
  const extension = extname(path).toLowerCase();
  return types.find(([known]) => known === extension)?.[1] ?? "application/octet-stream";
}

/** With the dot. */
export function extensionFor(mediaType: string | undefined): string {
  const plain = mediaType?.split(";")[0]?.trim().toLowerCase();
  return types.find(([, known]) => known === plain)?.[0] ?? ".bin";
}
