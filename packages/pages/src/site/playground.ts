import { isObject } from "@a2agen/runtime/internal";
import { detect } from "@a2agen/translate";
import { toFragment } from "../playground/session/link.ts";

/** The page on which readers try examples. */
export interface Playground {
  readonly html: string;
  /**
   * The link, below the site, that opens JSON as a value of a type, or as what the page finds it to be; ""
   * for JSON in which the page finds nothing: an empty object, a type that it does not know.
   */
  linkTo(json: string, as: { readonly profile: string; readonly typeName?: string }): Promise<string>;
  /** The link that opens JSON of which the page is certain; "" for all else. */
  linkCertain(json: string): Promise<string>;
}

/** For sites of A2A: the page knows no other protos. */
export function createPlayground(html: string): Playground {
  return {
    html,
    async linkTo(text, { profile, typeName }) {
      if (text === "") return "";
      const value: unknown = JSON.parse(text);
      // The page finds requests and answers of JSON-RPC by themselves, and in them values of types.
      const hint = typeName === undefined || (isObject(value) && "jsonrpc" in value) ? {} : { typeName };
      const [found] = detect(value, { dialects: [profile], ...hint }).candidates;
      if (found === undefined || found.unknownFields.length > 0) return "";
      return `playground.html#${await toFragment({ text, dialect: profile, ...hint })}`;
    },
    async linkCertain(text) {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        // Guides abbreviate.
        return "";
      }
      const [found] = detect(value).candidates;
      if (found?.certainty !== "certain") return "";
      return `playground.html#${await toFragment({ text })}`;
    },
  };
}
