export type { MethodTranslation, ServiceTranslation } from "./service-translation.ts";
export { type Direction, translateError } from "./translate-error.ts";
export { compose, type Loss, type Translated, type Translator } from "./translator.ts";
