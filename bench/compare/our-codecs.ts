import { a2agen } from "../codecs/a2agen.ts";
import type { Contender } from "../codecs/contender.ts";
import { json } from "../codecs/json.ts";

/** What takes the place of all contenders. */
export const contenders: readonly Contender[] = [json, a2agen];
