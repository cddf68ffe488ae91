import type { CallLosses } from "../versions/translate/translate-transport.ts";
import type { WarningList } from "./warning-list.ts";

/** Most places that are remembered: the peer chooses the names in a map. */
const maximum = 1000;

/** Tells what calls lose between two versions as warnings: each place in a method's messages once. */
export function warnOfLosses(warnings: WarningList): (losses: CallLosses) => void {
  const told = new Set<string>();
  return ({ method, of, losses }) => {
    for (const { path, message } of losses) {
      const place = `${method}: ${path.replaceAll(/\[\d+\]/g, "[]")}`;
      const key = `${of} ${place}`;
      if (told.has(key) || told.size >= maximum) continue;
      told.add(key);
      warnings.add({ about: "translation", path: place, message });
    }
  };
}
