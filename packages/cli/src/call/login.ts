import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Credential } from "@a2agen/runtime/client";
import { isObject } from "@a2agen/runtime/internal";
import { type FileTokenCache, fileTokenCache } from "@a2agen/runtime/node";
import { OAuthError, type OAuthRedirect, oauthCredentials } from "@a2agen/runtime/oauth";
import { openBrowser } from "@a2agen/terminal/open-browser.ts";
import type { LoginPlan } from "./call-plan.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import type { Screen } from "./screen.ts";

/** What gets tokens while the command runs. */
export interface Login {
  /** By the names of what takes tokens in a card. */
  credentials(card: unknown): Readonly<Record<string, Credential>>;
  close(): void;
}

/** The file with the user's tokens. */
export function userTokens(env: NodeJS.ProcessEnv): FileTokenCache & { readonly path: string } {
  const own = process.platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  const path = join(own || join(homedir(), ".config"), "a2agen", "tokens.json");
  return { ...fileTokenCache(path), path };
}

/** Signs in as the card says: by the client's secret, or a person at this terminal. */
export async function startLogin(plan: LoginPlan, screen: Screen): Promise<Login> {
  // Tokens that are kept need nobody, so that both ways are there without a terminal as well.
  const hasTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const askPerson = (): void => {
    if (hasTerminal) return;
    throw new OAuthError("a person has to sign in, and there is no terminal to ask them at");
  };
  const { redirect, close } = await listenForReturn(screen, askPerson);
  const { clientId, clientSecret } = plan;
  const credential = oauthCredentials({
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    clientMetadata: { client_name: "a2agen", application_type: "native", token_endpoint_auth_method: "none" },
    cache: userTokens(process.env),
    fetch: await proxiedFetch(process.env),
    redirect,
    onDeviceCode({ userCode, verificationUri, verificationUriComplete }) {
      askPerson();
      screen.note(`to sign in, confirm ${userCode} at ${verificationUriComplete ?? verificationUri}`);
    },
  });
  return { credentials: (card) => credentialsFor(card, credential), close };
}

/** The credentials for what a card describes that takes tokens. */
function credentialsFor(card: unknown, credential: Credential): Readonly<Record<string, Credential>> {
  const schemes = isObject(card) ? card["securitySchemes"] : undefined;
  if (!isObject(schemes)) return {};
  return Object.fromEntries(
    Object.keys(schemes).flatMap((name) => (takesToken(schemes[name]) ? [[name, credential]] : [])),
  );
}

/** In the form of any version. */
function takesToken(scheme: unknown): boolean {
  if (!isObject(scheme)) return false;
  const { type, scheme: own, httpAuthSecurityScheme: http } = scheme;
  if (type === "oauth2" || type === "openIdConnect") return true;
  const name = isObject(http) ? http["scheme"] : type === "http" ? own : undefined;
  if (typeof name === "string") return name.toLowerCase() === "bearer";
  return "oauth2SecurityScheme" in scheme || "openIdConnectSecurityScheme" in scheme;
}

interface Return {
  readonly redirect: OAuthRedirect;
  close(): void;
}

/** Serves the page on this machine that a browser comes back to (RFC 8252). */
async function listenForReturn(screen: Screen, askPerson: () => void): Promise<Return> {
  const waiting = new Map<string, (url: URL) => void>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", redirectUrl);
    const state = url.searchParams.get("state") ?? "";
    const finish = waiting.get(state);
    response.setHeader("content-type", "text/plain");
    // Of another window, or made up by somebody.
    if (finish === undefined) return void response.writeHead(404).end("Nobody waits for this.\n");
    response.end("You may close this window, and go back to the terminal.\n");
    waiting.delete(state);
    return finish(url);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirect: {
      redirectUrl,
      open(url, signal) {
        askPerson();
        screen.note(`to sign in, open ${url.href}`);
        openBrowser(url.href);
        return new Promise((resolve, reject) => {
          waiting.set(url.searchParams.get("state") ?? "", resolve);
          const end = (): void => reject(new OAuthError("the sign-in was ended"));
          signal.addEventListener("abort", end, { once: true });
        });
      },
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
