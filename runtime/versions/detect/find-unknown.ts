import type { Codec } from "../../core/codec.ts";
import { isObject } from "../../core/object.ts";
import { replace } from "../../core/problems.ts";
import { impossible } from "./probe-root.ts";

type Path = readonly (string | number)[];

const maximumFound = 100;

interface Dropped {
  readonly container: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly path: Path;
}

/**
 * The paths of fields in a decoded value that its type does not have. Changes the value: a field that
 * the encoder leaves out may be unknown, or hold its default; it is known if its value is looked at.
 */
export function findUnknown(codec: Codec<unknown>, decoded: unknown): readonly Path[] {
  const dropped: Dropped[] = [];
  collectDropped(decoded, codec.encode(decoded), { path: [], dropped });
  if (dropped.length === 0) return [];
  for (const { container, key } of dropped) replace(container, key, impossible);
  const result = codec.tryDecode(decoded);
  const looked = new Set(result.ok ? [] : result.issues.map(({ segments }) => JSON.stringify(segments)));
  return dropped.map(({ path }) => path).filter((path) => !looked.has(JSON.stringify(path)));
}

interface Walk {
  readonly path: Path;
  readonly dropped: Dropped[];
}

/** The depth of what a codec knows is limited by the codec. */
function collectDropped(value: unknown, encoded: unknown, { path, dropped }: Walk): void {
  if (value === encoded || dropped.length >= maximumFound) return;
  if (Array.isArray(value)) {
    if (!Array.isArray(encoded)) return;
    value.forEach((element: unknown, index) => {
      collectDropped(element, encoded[index], { path: [...path, index], dropped });
    });
    return;
  }
  if (!isObject(value) || !isObject(encoded)) return;
  for (const key of Object.keys(value)) {
    if (dropped.length >= maximumFound) return;
    if (Object.hasOwn(encoded, key)) {
      collectDropped(value[key], encoded[key], { path: [...path, key], dropped });
    } else {
      dropped.push({ container: value, key, path: [...path, key] });
    }
  }
}
