import { createNodeFetch } from "@a2agen/runtime/node";
import { type OAuthCredentials, OAuthError, oauthCredentials } from "@a2agen/runtime/oauth";
import type { SignInPrompt, SignInRequest } from "./sign-in-protocol.ts";

/** Where authorization servers send people back to. */
export const returnPath = "/signed-in";

type Tell = (prompt: SignInPrompt) => void;

/** Tokens of one client by one flow. */
interface SignIn {
  readonly credential: OAuthCredentials;
  /** The pages that wait for a token. */
  readonly waiting: Set<Tell>;
  /** What the first of them was told: who comes later waits for the same. */
  prompt: SignInPrompt | undefined;
}

/** Gets the page's tokens, which with their refresh tokens stay in memory. */
export class SignIns {
  readonly #redirectUrl: string;
  readonly #known = new Map<string, SignIn>();
  /** Who waits for a person to come back, by the state in their address. */
  readonly #away = new Map<string, (url: URL) => void>();

  constructor(port: number) {
    this.#redirectUrl = `http://localhost:${port}${returnPath}`;
  }

  /** A token that is kept, renewed or new; rejects with an OAuthError. */
  async token(wanted: SignInRequest, tell: Tell, signal: AbortSignal): Promise<string> {
    const { client, flow, name, scheme, resource, challenge } = wanted;
    const key = JSON.stringify([client, flow]);
    const signIn = this.#known.get(key) ?? this.#open(wanted);
    const { credential, waiting, prompt } = signIn;
    this.#known.set(key, signIn);
    if (prompt !== undefined) tell(prompt);
    waiting.add(tell);
    try {
      const ask = { name, scheme, scopes: [], resource, signal };
      return await credential(challenge === undefined ? ask : { ...ask, challenge });
    } finally {
      waiting.delete(tell);
      if (waiting.size === 0) signIn.prompt = undefined;
    }
  }

  /** Takes the address that a person came back to; false if nobody waits for it. */
  finish(path: string): boolean {
    const url = new URL(path, this.#redirectUrl);
    const finish = this.#away.get(url.searchParams.get("state") ?? "");
    finish?.(url);
    return finish !== undefined;
  }

  #open({ client, flow }: SignInRequest): SignIn {
    const tellAll = (prompt: SignInPrompt): void => {
      signIn.prompt = prompt;
      for (const tell of signIn.waiting) tell(prompt);
    };
    const credential = oauthCredentials({
      ...(client.id !== "" && { clientId: client.id }),
      ...(client.secret !== "" && { clientSecret: client.secret }),
      clientMetadata: {
        client_name: "a2agen console",
        application_type: "native",
        token_endpoint_auth_method: "none",
      },
      flow,
      scopes: listOf(client.scopes),
      allowOrigins: listOf(client.origins),
      fetch: createNodeFetch({ env: process.env }),
      onDeviceCode: ({ userCode: code, verificationUri, verificationUriComplete }) =>
        tellAll({ kind: "prompt", code, url: verificationUriComplete ?? verificationUri }),
      redirect: {
        redirectUrl: this.#redirectUrl,
        open: (url, signal) => {
          tellAll({ kind: "prompt", url: url.href });
          return this.#untilBack(url.searchParams.get("state") ?? "", signal);
        },
      },
    });
    const signIn: SignIn = { credential, waiting: new Set(), prompt: undefined };
    return signIn;
  }

  #untilBack(state: string, signal: AbortSignal): Promise<URL> {
    return new Promise<URL>((resolve, reject) => {
      this.#away.set(state, resolve);
      const end = (): void => reject(new OAuthError("the sign-in was ended"));
      signal.addEventListener("abort", end, { once: true });
    }).finally(() => this.#away.delete(state));
  }
}

function listOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((each) => each !== "");
}
