import type { SafeText } from "./safe-text.ts";

/** Colours a text, or leaves it as it is. */
export interface Paint {
  (text: SafeText): SafeText;
  (text: string): string;
}

export type Style = Readonly<Record<keyof typeof codes, Paint>>;

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export function createStyle(isColoured: boolean): Style {
  const paint = (name: keyof typeof codes): Paint => {
    const [begin, end] = codes[name];
    // It gives a safe text for a safe text.
    return ((text) => (isColoured && text !== "" ? `\u001b[${begin}m${text}\u001b[${end}m` : text)) as Paint;
  };
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
    cyan: paint("cyan"),
  };
}

/** For text that is never coloured. */
export const plainStyle: Style = createStyle(false);

/**
 * Whether a stream wants colours: FORCE_COLOR decides when it is set, as in Node ("0" and "false" are no);
 * else a terminal that can show them, unless NO_COLOR is set (no-color.org).
 */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
