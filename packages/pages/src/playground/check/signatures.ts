import type { Codec } from "@a2agen/runtime";
import { errorMessage, isObject, own } from "@a2agen/runtime/internal";
import { type JwsHeader, type KeyOptions, verifyCard } from "@a2agen/runtime/signing";
import type { Subject } from "./analyse.ts";
import type { Note, Pane } from "./report.ts";

type Keys = NonNullable<KeyOptions["keys"]>["keys"];

/** Verifies the signatures of a card by the user's keys, and by those that signatures carry. */
export async function checkSignatures({ dialect, codec, value }: Subject, keyText: string): Promise<Pane> {
  const { card, signatures: rules } = dialect.service.protocol;
  if (codec.typeName !== card?.typeName) return none("Only agent cards are signed.");
  if (rules === undefined) return none("This version has no rules for signatures; 1.0 and its draft have.");
  const given = isObject(value) ? own(value, rules.field) : undefined;
  const count = Array.isArray(given) ? given.length : 0;
  if (count === 0) return none("The card has no signature.");
  const keys = readKeys(keyText);
  if (typeof keys === "string")
    return { facts: [], notes: [{ severity: "error", path: "keys", message: keys }] };
  const { verified, failed } = await verifyCard(value as object, {
    // The codec of a card is that of an object.
    codec: codec as Codec<object>,
    rules,
    keys: { keys },
    resolveKey: ({ header }) => embeddedKey(header),
  });
  const path = (index: number): string => `${rules.field}[${index}]`;
  const notes = [...verified, ...failed]
    .toSorted((left, right) => left.index - right.index)
    .map((result): Note => {
      if ("reason" in result) {
        return { severity: "error", path: path(result.index), message: result.message, rule: result.reason };
      }
      const { index, origin, alg, kid } = result;
      const key = kid === undefined ? "your key" : `the key ${JSON.stringify(kid)}`;
      return origin === "keys"
        ? { severity: "good", path: path(index), message: `was made over this card by ${key} (${alg})` }
        : {
            severity: "warning",
            path: path(index),
            message: `fits the key in its own header (${alg}), which anyone can put there: paste a key that you trust`,
          };
    });
  const fact = `${verified.filter(({ origin }) => origin === "keys").length} of ${count} signed by a key of yours.`;
  return { facts: [fact, "No key is fetched: nothing leaves this page."], notes };
}

function none(fact: string): Pane {
  return { facts: [fact], notes: [] };
}

/** Keys of a key set, of a list, or one key; what is wrong with other texts. */
function readKeys(text: string): Keys | string {
  if (text.trim() === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `expected a JSON Web Key or a set of them; ${errorMessage(error)}`;
  }
  const list: unknown = isObject(value) && Array.isArray(value["keys"]) ? value["keys"] : [value].flat();
  const isKeys = Array.isArray(list) && list.every((key) => isObject(key) && typeof key["kty"] === "string");
  return isKeys
    ? (list as Keys)
    : 'expected a JSON Web Key, an object with "kty", or a set of them in "keys"';
}

function embeddedKey(header: JwsHeader): Keys[number] | undefined {
  const key = own(header, "jwk");
  return isObject(key) && typeof key["kty"] === "string" ? key : undefined;
}
