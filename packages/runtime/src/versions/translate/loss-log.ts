import { show } from "../../service/service-parameters.ts";
import type { CallLosses } from "./call-losses.ts";
import type { Loss } from "./translator.ts";

/** Where losses are logged, and how many. */
export interface LossLogOptions {
  /** Where the texts go. Default: console.warn. */
  readonly write?: (text: string) => void;
  /** Most losses that are remembered; later ones are not logged. Default: 500. */
  readonly maximum?: number;
}

/**
 * Tells what translations lose: once for each method and place, whatever the indices in its path.
 * Clients name fields as they like, so that the log ends after `maximum` texts.
 */
export function createLossLog({
  write = console.warn,
  maximum = 500,
}: LossLogOptions = {}): (losses: CallLosses) => void {
  const logged = new Set<string>();
  return ({ method, of, losses }) => {
    for (const loss of losses) {
      if (logged.size > maximum) return;
      const place = placeOf(loss);
      const key = `${method} ${of} ${place}`;
      if (logged.has(key)) continue;
      logged.add(key);
      const where = place === "" ? "" : ` at ${show(place)}`;
      if (logged.size > maximum) write("a2agen: further losses of translations are not told");
      else
        write(`a2agen: the ${of} of ${method} does not come across whole${where}: ${shorten(loss.message)}`);
    }
  };
}

/** The path of a loss without indices, "message.parts[].filename". */
function placeOf({ segments }: Loss): string {
  const place = segments.reduce<string>((path, segment) => {
    if (typeof segment === "number") return `${path}[]`;
    return path === "" ? segment : `${path}.${segment}`;
  }, "");
  return shorten(place);
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
