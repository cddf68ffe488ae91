/**
 * Why something does not come across: the other version has no place for it ("no-counterpart"), something
 * else stands in for it ("replaced"), or it is not what its own version wants, such as bytes that are no
 * base64, a time that none can read, an integer out of its limits ("invalid").
 */
export type LossKind = "no-counterpart" | "replaced" | "invalid";

/** Something that a value says and its translation does not, or says otherwise. */
export interface Loss {
  readonly kind: LossKind;
  /** Full name of the type of the value in which `path` is: that of the root, "a2a-0.3.MessageSendParams". */
  readonly typeName: string;
  /** Where, `message.parts[1].filename`; empty for the value itself. */
  readonly path: string;
  readonly segments: readonly (string | number)[];
  /** What does not come across, and why. */
  readonly message: string;
}

/** A value in another version, with what that version has no place for. */
export interface Translated<T> {
  readonly value: T;
  readonly losses: readonly Loss[];
}

/**
 * A pair of types of two versions of a protocol, both ways. A valid value, as the codec of its type accepts
 * it, has a translation, unless every one would mean something else; the value itself is left alone, and may
 * share parts with its translation.
 */
export interface Translator<Older = unknown, Newer = unknown> {
  /** Full names of the types, "a2a-0.3.Task" and "lf.a2a.v1.Task". */
  readonly older: string;
  readonly newer: string;
  upgrade(value: Older): Translated<Newer>;
  downgrade(value: Newer): Translated<Older>;
}

/**
 * Translates via a third version, with the losses of both steps. Throws a TypeError for translators
 * that do not meet.
 */
export function compose<Older, Between, Newer>(
  first: Translator<Older, Between>,
  second: Translator<Between, Newer>,
): Translator<Older, Newer> {
  if (first.newer !== second.older) {
    throw new TypeError(
      `cannot compose: one translator ends at ${first.newer}, the next begins at ${second.older}`,
    );
  }
  return {
    older: first.older,
    newer: second.newer,
    upgrade: (value) => chain(first.upgrade(value), (between) => second.upgrade(between)),
    downgrade: (value) => chain(second.downgrade(value), (between) => first.downgrade(between)),
  };
}

function chain<Between, To>(
  first: Translated<Between>,
  next: (value: Between) => Translated<To>,
): Translated<To> {
  const last = next(first.value);
  return { value: last.value, losses: [...first.losses, ...last.losses] };
}
