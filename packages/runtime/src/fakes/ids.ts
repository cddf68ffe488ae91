import type { Random } from "./random.ts";
import { identifier } from "./words.ts";

/**
 * The identifiers around a value: what is a task's `id` is the `taskId` of all that is in it, and what
 * belongs to nothing around it is the same in all of the value.
 */
export class Ids {
  readonly #own = new Map<string, string>();
  readonly #around: Ids | undefined;

  constructor(around?: Ids) {
    this.#around = around;
  }

  /** The identifiers inside of an object, which begin with those that are given for it. */
  inside(typeName: string, given: Readonly<Record<string, unknown>>): Ids {
    const ids = new Ids(this);
    for (const [name, value] of Object.entries(given)) {
      const thing = thingOf(name, typeName);
      if (thing !== undefined && typeof value === "string") ids.#own.set(thing, value);
    }
    return ids;
  }

  /** The identifier in a field; undefined for a field that has none. */
  find(name: string, typeName: string, random: Random): string | undefined {
    const thing = thingOf(name, typeName);
    if (thing === undefined) return undefined;
    const isOwn = thing === lastName(typeName);
    const found = isOwn ? this.#own.get(thing) : this.#lookUp(thing);
    if (found !== undefined) return found;
    const made = `${thing}-${identifier(random)}`;
    (isOwn ? this : this.#outermost()).#own.set(thing, made);
    return made;
  }

  #lookUp(thing: string): string | undefined {
    const found = this.#own.get(thing);
    return found === undefined && this.#around !== undefined ? this.#around.#lookUp(thing) : found;
  }

  #outermost(): Ids {
    return this.#around === undefined ? this : this.#around.#outermost();
  }
}

/** What a field identifies: "task" by `taskId` and by the `id` of a Task. */
function thingOf(name: string, typeName: string): string | undefined {
  if (/^(?:id|uuid)$/i.test(name)) return lastName(typeName);
  return /^(.+?)(?:Id|_id|ID|Uuid)$/.exec(name)?.[1];
}

function lastName(typeName: string): string {
  const last = typeName.slice(typeName.lastIndexOf(".") + 1);
  return last.charAt(0).toLowerCase() + last.slice(1);
}
