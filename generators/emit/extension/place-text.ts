import type { Position } from "../../model/model.ts";

/** "acme/geolocation/v1/geolocation.proto:12:3". */
export function placeText({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
