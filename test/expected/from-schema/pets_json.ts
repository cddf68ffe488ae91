// Generated from pets.json.

import type { Codec, DecodeOptions } from "@a2agen/runtime";
import {
  type Draft,
  type Kind,
  type Problems,
  anyKind,
  checkKind,
  constantKind,
  decode,
  defineCodec,
  encodeList,
  enumKind,
  ignored,
  integer,
  is,
  isRecord,
  isText,
  isTooDeep,
  listOf,
  missing,
  notObject,
  own,
  parse,
  refuse,
  scalarMapOf,
  text,
  tooDeep,
  unexpected,
  unlessThere,
  untagged,
  within,
} from "@a2agen/runtime/codegen";
import { type Cat, type Dog, Mood, type Pet } from "./pets_types.js";

/** Whether a value is a Mood. */
export function isMood(value: unknown): value is Mood {
  switch (value) {
    case "very-good":
    case "bad":
      return true;
    default:
      return false;
  }
}

/** Describes Mood in problems of refused values. */
export const MoodKind: Kind = /* @__PURE__ */ enumKind(isMood, { name: "Mood", values: Mood });

/**
 * Checks `value` and returns it, as a Mood, with other accepted spellings changed in place.
 * Throws DecodeError with every problem. `MoodCodec.copy` leaves `value` alone.
 */
export function decodeMood(value: unknown, options?: DecodeOptions): Mood {
  return decode("pets.Mood", checkMood, value, options);
}

/** Reads a Mood from JSON text; throws DecodeError with every problem. */
export function parseMood(text: string | Uint8Array, options?: DecodeOptions): Mood {
  return parse("pets.Mood", checkMood, text, options);
}

/** Writes a Mood as JSON text. */
export function stringifyMood(value: Mood): string {
  return JSON.stringify(encodeMood(value));
}

/** The functions of Mood in one object, which is a Standard Schema too. */
export const MoodCodec: Codec<Mood> = /* @__PURE__ */ defineCodec({
  typeName: "pets.Mood",
  check: checkMood,
  encode: encodeMood,
});

/** Finds what is wrong with a Mood; undefined when nothing is. */
export function checkMood(value: unknown): Problems | undefined {
  return checkKind(value, MoodKind);
}

/** The Mood as it is sent: known members in order. */
export function encodeMood(value: Mood): Mood {
  return value;
}

/**
 * Checks `value` and returns it, as a Cat, with other accepted spellings changed in place.
 * Throws DecodeError with every problem. `CatCodec.copy` leaves `value` alone.
 */
export function decodeCat(value: unknown, options?: DecodeOptions): Cat {
  return decode("pets.Cat", checkCat, value, options);
}

/** Reads a Cat from JSON text; throws DecodeError with every problem. */
export function parseCat(text: string | Uint8Array, options?: DecodeOptions): Cat {
  return parse("pets.Cat", checkCat, text, options);
}

/** Writes a Cat as JSON text. */
export function stringifyCat(value: Cat): string {
  return JSON.stringify(encodeCat(value));
}

/** Whether a value is a Cat. */
export function isCat(value: unknown): value is Cat {
  return is(checkCat, value);
}

/** The functions of Cat in one object, which is a Standard Schema too. */
export const CatCodec: Codec<Cat> = /* @__PURE__ */ defineCodec({
  typeName: "pets.Cat",
  check: checkCat,
  encode: encodeCat,
});

/** Finds what is wrong with a Cat; undefined when nothing is. */
export function checkCat(message: unknown, depth: number): Problems | undefined {
  if (!isRecord(message)) return notObject(message);
  if (isTooDeep(depth)) return tooDeep();
  let found: Problems | undefined;
  let inner: Problems | undefined;
  let required = 0;
  for (const key in message) {
    const value = message[key];
    switch (key) {
      case "kind":
        if (value === "cat") required++;
        else found = refuse(found, message, key, constantKind("cat"));
        break;
      case "name":
        if (isText(value)) required++;
        else found = refuse(found, message, key, text);
        break;
      case "kittens":
        inner = listOf(value, checkCat, depth + 1, 1);
        if (inner !== undefined) found = within(found, message, key, inner);
        break;
      default:
        found = ignored(found, message, key);
    }
  }
  if (required !== 2) {
    found = missing(found, message, { kind: "cat", name: "" });
  }
  return found;
}

/** The Cat as it is sent: known members in order. */
export function encodeCat(message: Cat): Cat {
  // A message that is in this form already is returned itself: `at` is the place of a field that is sent.
  let asSent = true;
  let last = 0;
  let kindSent: unknown, nameSent: unknown, kittensSent: unknown;
  for (const key in message) {
    const value: unknown = message[key as keyof Cat];
    let at = 0;
    switch (key) {
      case "kind":
        kindSent = value;
        at = 1;
        break;
      case "name":
        nameSent = value;
        at = 2;
        break;
      case "kittens":
        if (value !== undefined) kittensSent = encodeList(value as Cat[], encodeCat);
        if (kittensSent === value) at = 3;
        break;
    }
    if (at <= last || value === undefined) asSent = false;
    last = at;
  }
  if (asSent) return message;
  const sent: Draft<Cat> = {};
  if (kindSent !== undefined) sent.kind = kindSent;
  if (nameSent !== undefined) sent.name = nameSent;
  if (kittensSent !== undefined) sent.kittens = kittensSent;
  return sent as Cat;
}

/**
 * Checks `value` and returns it, as a Dog, with other accepted spellings changed in place.
 * Throws DecodeError with every problem. `DogCodec.copy` leaves `value` alone.
 */
export function decodeDog(value: unknown, options?: DecodeOptions): Dog {
  return decode("pets.Dog", checkDog, value, options);
}

/** Reads a Dog from JSON text; throws DecodeError with every problem. */
export function parseDog(text: string | Uint8Array, options?: DecodeOptions): Dog {
  return parse("pets.Dog", checkDog, text, options);
}

/** Writes a Dog as JSON text. */
export function stringifyDog(value: Dog): string {
  return JSON.stringify(encodeDog(value));
}

/** Whether a value is a Dog. */
export function isDog(value: unknown): value is Dog {
  return is(checkDog, value);
}

/** The functions of Dog in one object, which is a Standard Schema too. */
export const DogCodec: Codec<Dog> = /* @__PURE__ */ defineCodec({
  typeName: "pets.Dog",
  check: checkDog,
  encode: encodeDog,
});

/** Finds what is wrong with a Dog; undefined when nothing is. */
export function checkDog(message: unknown): Problems | undefined {
  if (!isRecord(message)) return notObject(message);
  let found: Problems | undefined;
  let inner: Problems | undefined;
  let required = 0;
  for (const key in message) {
    const value = message[key];
    switch (key) {
      case "kind":
        if (value === "dog") required++;
        else found = refuse(found, message, key, constantKind("dog"));
        break;
      case "mood":
        if (!isMood(value)) found = refuse(found, message, key, MoodKind);
        break;
      case "best-friend":
        inner = checkDogBestFriend(value);
        if (inner === undefined) required++;
        else found = within(found, message, key, inner);
        break;
      case "tags":
        inner = scalarMapOf(value, anyKind([text, integer]));
        if (inner !== undefined) found = within(found, message, key, inner);
        break;
      default:
        found = ignored(found, message, key);
    }
  }
  if (required !== 2) {
    found = missing(found, message, unlessThere(message, ["best-friend"], { kind: "dog", "best-friend": undefined }));
  }
  return found;
}

/** The Dog as it is sent: known members in order. */
export function encodeDog(message: Dog): Dog {
  // A message that is in this form already is returned itself: `at` is the place of a field that is sent.
  let asSent = true;
  let last = 0;
  let kindSent: unknown, moodSent: unknown, bestFriendSent: unknown, tagsSent: unknown;
  for (const key in message) {
    const value: unknown = message[key as keyof Dog];
    let at = 0;
    switch (key) {
      case "kind":
        kindSent = value;
        at = 1;
        break;
      case "mood":
        moodSent = value;
        at = 2;
        break;
      case "best-friend":
        if (value !== undefined) bestFriendSent = encodeDogBestFriend(value as DogBestFriend);
        if (bestFriendSent === value) at = 3;
        break;
      case "tags":
        tagsSent = value;
        at = 4;
        break;
    }
    if (at <= last || value === undefined) asSent = false;
    last = at;
  }
  if (asSent) return message;
  const sent: Draft<Dog> = {};
  if (kindSent !== undefined) sent.kind = kindSent;
  if (moodSent !== undefined) sent.mood = moodSent;
  if (bestFriendSent !== undefined) sent["best-friend"] = bestFriendSent;
  if (tagsSent !== undefined) sent.tags = tagsSent;
  return sent as Dog;
}

/**
 * Checks `value` and returns it, as a Pet, with other accepted spellings changed in place.
 * Throws DecodeError with every problem. `PetCodec.copy` leaves `value` alone.
 */
export function decodePet(value: unknown, options?: DecodeOptions): Pet {
  return decode("pets.Pet", checkPet, value, options);
}

/** Reads a Pet from JSON text; throws DecodeError with every problem. */
export function parsePet(text: string | Uint8Array, options?: DecodeOptions): Pet {
  return parse("pets.Pet", checkPet, text, options);
}

/** Writes a Pet as JSON text. */
export function stringifyPet(value: Pet): string {
  return JSON.stringify(encodePet(value));
}

/** Whether a value is a Pet. */
export function isPet(value: unknown): value is Pet {
  return is(checkPet, value);
}

/** The functions of Pet in one object, which is a Standard Schema too. */
export const PetCodec: Codec<Pet> = /* @__PURE__ */ defineCodec({
  typeName: "pets.Pet",
  check: checkPet,
  encode: encodePet,
});

/** Finds what is wrong with a Pet; undefined when nothing is. */
export function checkPet(value: unknown): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  switch (own(value, "kind")) {
    case "cat":
      return checkCat(value, 0);
    case "dog":
      return checkDog(value);
    default:
      return untagged(value, "kind", [
        { tag: "cat", check: checkCat, required: ["name"] },
        { tag: "dog", check: checkDog, required: ["best-friend"] },
      ], 0);
  }
}

/** The Pet as it is sent: known members in order. */
export function encodePet(value: Pet): Pet {
  switch (value.kind) {
    case "cat":
      return encodeCat(value as Cat);
    case "dog":
      return encodeDog(value as Dog);
    default:
      return value;
  }
}

type DogBestFriend = Cat | null;

function checkDogBestFriend(value: unknown): Problems | undefined {
  if (value === null) return undefined;
  if (isRecord(value)) {
    return checkCat(value, 0);
  }
  return unexpected(value, "null or an object");
}

function encodeDogBestFriend(value: DogBestFriend): DogBestFriend {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return encodeCat(value as Cat);
}
