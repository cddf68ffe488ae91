import { isObject, parseUrl } from "@a2agen/runtime/internal";
import type { Relay } from "./relay.ts";

/** The client that a person has registered at the authorization server. */
export interface OAuthClient {
  readonly id: string;
  /** Empty for a public client. */
  readonly secret: string;
  /** Parted by spaces. */
  readonly scope: string;
}

/** Where an authorization server has what; from the card, or from its discovery document. */
export interface OAuthEndpoints {
  readonly authorization?: string;
  readonly device?: string;
  readonly token: string;
  readonly refresh?: string;
}

/** What a person has to confirm on the page of the authorization server. */
export interface DeviceCode {
  readonly code: string;
  readonly url: string;
}

interface SignIn {
  readonly endpoints: OAuthEndpoints;
  readonly client: OAuthClient;
  readonly signal: AbortSignal;
}

/**
 * Signs in at authorization servers (RFC 6749, 7636, 8628), by the relay; what goes there is not recorded.
 */
export class OAuth {
  readonly #relay: Relay;

  constructor(relay: Relay) {
    this.#relay = relay;
  }

  /** The endpoints of an OpenID provider. */
  async discover(url: string, signal: AbortSignal): Promise<OAuthEndpoints> {
    const found = await this.#send({ verb: "GET", url, headers: [], body: undefined }, signal);
    const authorization = textAt(found, "authorization_endpoint");
    const device = textAt(found, "device_authorization_endpoint");
    const token = textAt(found, "token_endpoint");
    if (token === "") throw new Error(`${url}: expected a token_endpoint`);
    return {
      token,
      ...(authorization === "" ? {} : { authorization }),
      ...(device === "" ? {} : { device }),
    };
  }

  /** A person signs in in a window; the code that comes back is proved by PKCE. */
  async signIn({ endpoints, client, signal }: SignIn): Promise<Grant> {
    const verifier = randomText();
    const state = randomText();
    const redirect = `${location.origin}/signed-in`;
    const url = webUrl(endpoints.authorization ?? "");
    const parameters = {
      response_type: "code",
      client_id: client.id,
      redirect_uri: redirect,
      state,
      code_challenge: await challengeOf(verifier),
      code_challenge_method: "S256",
      ...(client.scope === "" ? {} : { scope: client.scope }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const back = nextSignedIn(state, signal);
    window.open(url, "_blank", "noopener");
    const answer = await back;
    const code = answer.get("code");
    if (code === null) throw new Error(explain(Object.fromEntries(answer)));
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    };
    return this.#grant(form, { endpoints, client, signal });
  }

  /** A person confirms a code on another page, or another device. */
  async confirm(way: SignIn, onCode: (code: DeviceCode) => void): Promise<Grant> {
    const { endpoints, client, signal } = way;
    const form = { client_id: client.id, ...(client.scope === "" ? {} : { scope: client.scope }) };
    const begun = await this.#post(endpoints.device ?? "", form, signal);
    const url = textAt(begun, "verification_uri_complete") || textAt(begun, "verification_uri");
    onCode({ code: textAt(begun, "user_code"), url });
    let seconds = numberAt(begun, "interval") ?? 5;
    const end = Date.now() + (numberAt(begun, "expires_in") ?? 600) * 1000;
    while (Date.now() < end) {
      await pause(seconds * 1000, signal);
      const asked = {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code: textAt(begun, "device_code"),
      };
      try {
        return await this.#grant(asked, way);
      } catch (error) {
        const reason = error instanceof OAuthError ? error.reason : "";
        if (reason === "slow_down") seconds += 5;
        else if (reason !== "authorization_pending") throw error;
      }
    }
    throw new Error("the code has expired");
  }

  /** The client signs in as itself. */
  async enter(way: SignIn): Promise<Grant> {
    const { scope } = way.client;
    return this.#grant({ grant_type: "client_credentials", ...(scope === "" ? {} : { scope }) }, way);
  }

  async #grant(form: Form, way: SignIn): Promise<Grant> {
    const { endpoints, client } = way;
    const ask = (sent: Form, url: string, signal: AbortSignal): Promise<Answer> =>
      this.#post(url, { client_id: client.id, ...sent }, signal, client);
    const first = await ask(form, endpoints.token, way.signal);
    return new Grant(first, (refreshToken) =>
      ask(
        { grant_type: "refresh_token", refresh_token: refreshToken },
        endpoints.refresh ?? endpoints.token,
        AbortSignal.timeout(30_000),
      ),
    );
  }

  #post(url: string, form: Form, signal: AbortSignal, client?: OAuthClient): Promise<Answer> {
    const headers = [["content-type", "application/x-www-form-urlencoded"]];
    // As RFC 6749, 2.3.1 has it.
    if (client !== undefined && client.secret !== "") {
      const pair = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`;
      headers.push(["authorization", `Basic ${btoa(pair)}`]);
    }
    const body = new TextEncoder().encode(new URLSearchParams(form).toString());
    return this.#send(
      { verb: "POST", url, headers: headers.map(([name = "", value = ""]) => [name, value]), body },
      signal,
    );
  }

  async #send(
    sent: {
      readonly verb: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array | undefined;
    },
    signal: AbortSignal,
  ): Promise<Answer> {
    const url = webUrl(sent.url).href;
    const headers = [...sent.headers, ["accept", "application/json"] as const];
    const answer = await this.#relay.sendHttp({ ...sent, url, headers }, signal);
    const decoder = new TextDecoder();
    let text = "";
    for await (const { bytes } of answer.pieces) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > maximumAnswer) throw new Error(`${url}: the answer is too long`);
    }
    const value = parse(text);
    if (!isObject(value)) throw new Error(`${url}: expected JSON with status ${answer.status}`);
    if (answer.status >= 400) throw new OAuthError(explain(value), textAt(value, "error"));
    return value;
  }
}

/** Characters of an answer of an authorization server. */
const maximumAnswer = 1_000_000;

type Form = Readonly<Record<string, string>>;

type Answer = Readonly<Record<string, unknown>>;

/** An error from an authorization server. */
class OAuthError extends Error {
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** An access token that is renewed before it expires. */
export class Grant {
  #answer: Answer;
  #end: number;
  readonly #refresh: (refreshToken: string) => Promise<Answer>;

  constructor(answer: Answer, refresh: (refreshToken: string) => Promise<Answer>) {
    if (textAt(answer, "access_token") === "") throw new Error("expected an access_token");
    this.#answer = answer;
    this.#end = endOf(answer);
    this.#refresh = refresh;
  }

  readonly token = async (): Promise<string> => {
    const refreshToken = textAt(this.#answer, "refresh_token");
    if (Date.now() > this.#end - 10_000 && refreshToken !== "") {
      // A server that gives no new refresh token leaves the old one as it is.
      this.#answer = { refresh_token: refreshToken, ...(await this.#refresh(refreshToken)) };
      this.#end = endOf(this.#answer);
    }
    return textAt(this.#answer, "access_token");
  };
}

function endOf(answer: Answer): number {
  return Date.now() + (numberAt(answer, "expires_in") ?? Number.POSITIVE_INFINITY) * 1000;
}

/** The name of the channel on which the page that a person comes back to tells of it. */
const channelName = "a2agen-signed-in";

/** Tells the console's page how a person came back; for the page at /signed-in. */
export function tellSignedIn(search: string): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has its own origin only
  channel.postMessage(search);
  channel.close();
}

function nextSignedIn(state: string, signal: AbortSignal): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName);
    const end = (): void => {
      channel.close();
      reject(new Error("canceled"));
    };
    signal.addEventListener("abort", end, { once: true });
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const answer = new URLSearchParams(String(data));
      // Of another window, or of somebody who made it up.
      if (answer.get("state") !== state) return;
      signal.removeEventListener("abort", end);
      channel.close();
      resolve(answer);
    });
  });
}

function webUrl(text: string): URL {
  const url = parseUrl(text);
  // Cards come from strangers: "javascript:" is no place to sign in.
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error(`expected an http or https URL; found ${JSON.stringify(text)}`);
  }
  return url;
}

function explain(answer: Answer): string {
  const parts = [textAt(answer, "error"), textAt(answer, "error_description")];
  return parts.filter((part) => part !== "").join(": ") || "the authorization server refused";
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("canceled"));
    });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Its status says more.
    return undefined;
  }
}

function textAt(value: Answer, name: string): string {
  const found = value[name];
  return typeof found === "string" ? found : "";
}

function numberAt(value: Answer, name: string): number | undefined {
  const found = value[name];
  return typeof found === "number" && found >= 0 ? found : undefined;
}
