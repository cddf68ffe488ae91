import type { Random } from "@a2agen/runtime/fakes";
import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescOneof,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { isRequired } from "./required.ts";
import { isZero, randomNonZeroScalar, randomScalar } from "./scalars.ts";
import { randomKey } from "./strings.ts";
import { randomWellKnown } from "./well-known.ts";

/** What a field is limited to beyond its type. */
export interface FieldLimit {
  /** Inclusive bounds of a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only values allowed. */
  readonly values?: readonly string[];
}

export interface RandomMessageOptions {
  /** Limits of fields by full proto name, "a2a.v1.ListTasksRequest.page_size". */
  readonly limits?: Readonly<Record<string, FieldLimit>>;
  /** Says of which oneofs a member is always set; none unless given. */
  readonly isRequiredOneof?: (oneof: DescOneof) => boolean;
  /** How deep messages nest; deeper ones are set only where they are mandatory. 4 unless given. */
  readonly maxDepth?: number;
}

/**
 * A valid message of the type. Mandatory fields are always set, and to something else than the
 * default; every other field is now unset, now zero, now something hostile.
 */
export function randomMessage(
  desc: DescMessage,
  random: Random,
  options: RandomMessageOptions = {},
): Message {
  return new MessageMaker(random, options).make(desc, options.maxDepth ?? 4).message;
}

class MessageMaker {
  readonly #random: Random;
  readonly #options: RandomMessageOptions;

  constructor(random: Random, options: RandomMessageOptions) {
    this.#random = random;
    this.#options = options;
  }

  make(desc: DescMessage, depth: number): ReflectMessage {
    const wellKnown = randomWellKnown(desc, this.#random);
    if (wellKnown !== undefined) return wellKnown;
    const message = reflect(desc);
    // One density for the whole message, so that empty and full ones both come up.
    const density = this.#random.pick([0.1, 0.4, 0.7, 1]);
    for (const member of desc.members) {
      if (member.kind === "oneof") this.#setOneof(message, member, density, depth);
      else this.#setField(message, member, density, depth);
    }
    return message;
  }

  #setOneof(message: ReflectMessage, oneof: DescOneof, density: number, depth: number): void {
    const required = this.#options.isRequiredOneof?.(oneof) ?? false;
    const shallow = oneof.fields.filter((field) => depth > 0 || !nests(field));
    if (!required && (shallow.length === 0 || !this.#random.chance(density))) return;
    const field = this.#random.pick(shallow.length > 0 ? shallow : oneof.fields);
    message.set(field, this.#makeSingular(field, depth, false));
  }

  #setField(message: ReflectMessage, field: DescField, density: number, depth: number): void {
    const mandatory = isRequired(field);
    if (!mandatory && ((depth <= 0 && nests(field)) || !this.#random.chance(density))) return;
    switch (field.fieldKind) {
      case "list": {
        const list = message.get(field);
        for (const item of this.#random.list(mandatory ? 1 : 0, this.#width(field, depth), () =>
          this.#makeSingular(field, depth, false),
        )) {
          list.add(item);
        }
        break;
      }
      case "map": {
        const map = message.get(field);
        for (const key of this.#random.list(mandatory ? 1 : 0, this.#width(field, depth), () =>
          this.#makeKey(field.mapKey),
        )) {
          map.set(key, this.#makeSingular(field, depth, false));
        }
        break;
      }
      case "enum":
      case "scalar":
      case "message":
        message.set(field, this.#makeSingular(field, depth, mandatory));
        break;
    }
  }

  /** How many items a list or a map has at most: fewer, the more each holds. */
  #width(field: DescField, depth: number): number {
    if (!nests(field)) return 4;
    return depth > 2 ? 3 : depth > 0 ? 2 : 1;
  }

  /** A value for the field, or for one item of it when it is a list or a map. */
  #makeSingular(field: DescField, depth: number, nonZero: boolean): unknown {
    if (field.message !== undefined) return this.make(field.message, depth - 1);
    if (field.enum !== undefined) return this.#makeEnum(field.enum, nonZero);
    // Neither a message nor an enum.
    const scalar = field.scalar as ScalarType;
    const limit = this.#options.limits?.[`${field.parent.typeName}.${field.name}`];
    if (limit !== undefined) return this.#makeLimited(scalar, limit, nonZero);
    return nonZero ? randomNonZeroScalar(scalar, this.#random) : randomScalar(scalar, this.#random);
  }

  #makeEnum(desc: DescEnum, nonZero: boolean): number {
    const numbers = desc.values.map((value) => value.number);
    const others = numbers.filter((number) => number !== 0);
    return this.#random.pick(nonZero && others.length > 0 ? others : numbers);
  }

  #makeLimited(scalar: ScalarType, limit: FieldLimit, nonZero: boolean): unknown {
    if (limit.values !== undefined) return this.#random.pick(limit.values);
    const low = Math.max(limit.minimum ?? Number.NEGATIVE_INFINITY, -(2 ** 31));
    const high = Math.min(limit.maximum ?? Number.POSITIVE_INFINITY, 2 ** 31 - 1);
    for (;;) {
      const value = this.#random.chance(0.4)
        ? this.#random.pick([low, high])
        : this.#random.integer(low, high);
      if (nonZero && isZero(value)) continue;
      return isLong(scalar) ? BigInt(value) : value;
    }
  }

  #makeKey(scalar: ScalarType): unknown {
    return scalar === ScalarType.STRING ? randomKey(this.#random) : randomScalar(scalar, this.#random);
  }
}

/** True when a value of the field holds messages of its own, which well-known types do not. */
function nests(field: DescField): boolean {
  return field.message !== undefined && !field.message.typeName.startsWith("google.protobuf.");
}

function isLong(scalar: ScalarType): boolean {
  switch (scalar) {
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return true;
    default:
      return false;
  }
}
