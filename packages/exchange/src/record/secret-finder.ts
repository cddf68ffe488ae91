import { isObject } from "@a2agen/runtime/internal";
import { blankUrl, isSecretHeader, type OwnNames, secretsOfUrl } from "../credentials.ts";
import type { Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { cardMembers, isSecretMember, secretForms } from "./secret-names.ts";

const blank = "***";

/** Shorter values are blanked where they stand, but not looked for elsewhere: they are in many words. */
const shortest = 6;

/** Forms of credentials that are looked for; the oldest go first. */
const mostValues = 1000;

/** Blanks credentials where they stand, and remembers their values. */
export class SecretFinder {
  readonly #names: Set<string>;
  readonly #values = new Set<string>();

  /** Names of headers and query parameters of the agent's own, in any case. */
  constructor(names: readonly string[] = []) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
  }

  /** Names of headers and query parameters that carry credentials, in lower case. */
  get names(): OwnNames {
    return this.#names;
  }

  /** What has been found up to now, in each form in which it may stand. */
  get values(): readonly string[] {
    return [...this.#values].toSorted((one, other) => other.length - one.length);
  }

  /** Learns the names of the API keys of an agent card. */
  readCard(card: unknown): void {
    const schemes = isObject(card) ? card["securitySchemes"] : undefined;
    for (const scheme of isObject(schemes) ? Object.values(schemes) : []) this.#readScheme(scheme);
  }

  #readScheme(scheme: unknown): void {
    if (!isObject(scheme)) return;
    const { name } = scheme;
    if (typeof name === "string" && name !== "") this.#names.add(name.toLowerCase());
    for (const value of Object.values(scheme)) this.#readScheme(value);
  }

  /** Remembers the credentials in headers and a URL. */
  readHead(url: string, headers: readonly Header[]): void {
    for (const secret of secretsOfUrl(url, this.#names)) this.add(secret);
    for (const { name, value = "" } of headers) {
      if (isSecretHeader(name, this.#names)) this.#addHeader(name.toLowerCase(), value);
    }
  }

  #addHeader(name: string, value: string): void {
    if (name.endsWith("cookie")) {
      const pairs = name === "set-cookie" ? [value.split(";")[0] ?? ""] : value.split(";");
      for (const pair of pairs) this.add(pair.slice(pair.indexOf("=") + 1).trim());
      return;
    }
    this.add(value);
    const [scheme = "", ...rest] = value.split(" ");
    const credential = rest.join(" ");
    this.add(credential);
    if (scheme.toLowerCase() === "basic") this.add(readBasic(credential));
  }

  /** Remembers a credential, and how it is written in URLs and in JSON. */
  add(secret: string): void {
    const forms = [
      secret,
      new URLSearchParams([["", secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ];
    for (const form of forms) {
      if (form.length < shortest || form === blank) continue;
      this.#values.delete(form);
      this.#values.add(form);
      const [oldest] = this.#values;
      if (this.#values.size > mostValues && oldest !== undefined) this.#values.delete(oldest);
    }
  }

  /** A JSON value with the credentials in it blanked. */
  blankJson(value: unknown): unknown {
    if (typeof value === "string") return this.blankText(value);
    if (Array.isArray(value)) return value.map((each) => this.blankJson(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (cardMembers.has(name)) return [name, each];
        return [name, isSecretMember(name) ? this.#blankMember(each) : this.blankJson(each)];
      }),
    );
  }

  #blankMember(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#blankMember(each));
    if (typeof value !== "string" || value === "") return this.blankJson(value);
    this.add(value);
    return blank;
  }

  /** A text with URLs without their credentials, and what has the form of a credential blanked. */
  blankText(text: string): string {
    const withUrls = text.replaceAll(/[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\^`{|}]+/gi, (url) => {
      for (const secret of secretsOfUrl(url, this.#names)) this.add(secret);
      return blankUrl(url, this.#names);
    });
    const withKeys = secretForms.reduce((all, form) => all.replaceAll(form, blank), withUrls);
    return withKeys.replaceAll(/\b(Bearer|Basic) +[\w+/~.=-]{8,}/g, `$1 ${blank}`);
  }

  /** A form, `a=1&b=2`, with everything blanked but what says of which kind it is. */
  blankForm(text: string): string {
    const pairs = [...new URLSearchParams(text)].map(([name, value]): [string, string] => {
      if (["grant_type", "response_type", "scope", "resource", "audience"].includes(name))
        return [name, value];
      this.add(value);
      return [name, blank];
    });
    return new URLSearchParams(pairs).toString();
  }
}

/** The password of Basic credentials. */
function readBasic(text: string): string {
  try {
    const pair = atob(text);
    return pair.slice(pair.indexOf(":") + 1);
  } catch {
    // Not in base64: it is blanked as it stands.
    return "";
  }
}
