import { Trace, type Translate, UntranslatableError } from "./trace.ts";
import type { Translated, Translator } from "./translator.ts";

export interface TranslatorInit<Older, Newer> {
  readonly older: string;
  readonly newer: string;
  readonly upgrade: Translate<Older, Newer | undefined>;
  readonly downgrade: Translate<Newer, Older | undefined>;
}

/**
 * Makes a translator of the functions for both directions. It throws an UntranslatableError for a value
 * that nothing can stand for.
 */
export function defineTranslator<Older, Newer>({
  older,
  newer,
  upgrade,
  downgrade,
}: TranslatorInit<Older, Newer>): Translator<Older, Newer> {
  return {
    older,
    newer,
    upgrade: (value) => runTranslation(new Trace(older), value, upgrade),
    downgrade: (value) => runTranslation(new Trace(newer), value, downgrade),
  };
}

/** Translates a value in one direction, as the translator of its type does. */
export function runTranslation<From, To>(
  trace: Trace,
  value: From,
  translate: Translate<From, To | undefined>,
): Translated<To> {
  let result: To | undefined;
  try {
    result = translate(value, trace);
  } catch (cause) {
    if (cause instanceof UntranslatableError) throw cause;
    // Emitted translators look at nothing that a codec has checked before.
    throw trace.misfit(cause);
  }
  return result === undefined ? trace.refuseAll() : { value: result, losses: trace.losses };
}
