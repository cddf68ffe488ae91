import type { Method } from "../../service/method.ts";
import type { Dialect } from "../detect/detection.ts";

/** The methods of a dialect's service. */
export function methodsOf({ service }: Pick<Dialect, "service">): readonly Method[] {
  return Object.values<Method>(service.methods);
}
