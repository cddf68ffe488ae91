import { A2AServiceClient, A2AServiceGrpc, type AgentCard, type SecurityScheme } from "@a2agen/a2a-1.0";
import { type ClientConnection, type Credential, connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import type { Authenticate } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { CallError } from "@a2agen/runtime/service";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { onTestFinished } from "vitest";
import type { AuthorizationServer } from "../authorization-server.ts";
import { type Agent, cardOf, startAgent } from "../client/agents.ts";

/** Takes tokens of a server, for `audience` if it is given and with the scopes of `needed`. */
export function takeTokens(
  server: AuthorizationServer,
  wants: { readonly audience?: string; readonly scope?: string },
): Authenticate {
  const keys = createRemoteJWKSet(new URL("/jwks", server.issuer), { cooldownDuration: 0, cacheMaxAge: 0 });
  return async ({ header }) => {
    const token = header("authorization")?.slice("Bearer ".length) ?? "";
    const verify = async (): Promise<Readonly<Record<string, unknown>>> => {
      try {
        const { audience } = wants;
        const given = { issuer: server.issuer, typ: "at+jwt", ...(audience !== undefined && { audience }) };
        return (await jwtVerify(token, keys, given)).payload;
      } catch (cause) {
        if (!(cause instanceof errors.JOSEError)) throw cause;
        const challenges = [`Bearer error="invalid_token"`];
        throw new CallError("UNAUTHENTICATED", "the token is not valid here", { challenges, cause });
      }
    };
    const claims = await verify();
    const has = ((claims["scope"] ?? "") as string).split(" ");
    const { scope = "" } = wants;
    if (scope.split(" ").every((wanted) => wanted === "" || has.includes(wanted))) {
      return { id: String(claims["sub"]), scopes: has };
    }
    throw new CallError("PERMISSION_DENIED", "the token has too few scopes", {
      challenges: [`Bearer error="insufficient_scope", scope="${scope}"`],
    });
  };
}

/** A card that asks for tokens by one scheme. */
export function cardWith(origin: string, scheme: SecurityScheme, scopes: readonly string[] = []): AgentCard {
  return cardOf(origin, {
    securitySchemes: { oauth: scheme },
    securityRequirements: [{ schemes: { oauth: { list: [...scopes] } } }],
  });
}

/** The flows of a server, as cards describe them. */
export function schemeOf(
  { issuer }: Pick<AuthorizationServer, "issuer">,
  ...names: readonly ("clientCredentials" | "deviceCode" | "authorizationCode")[]
): SecurityScheme {
  const urls = {
    tokenUrl: `${issuer}/token`,
    authorizationUrl: `${issuer}/auth`,
    deviceAuthorizationUrl: `${issuer}/device/auth`,
    scopes: {},
  };
  const flows = Object.fromEntries(names.map((name) => [name, urls]));
  return { oauth2SecurityScheme: { flows } } as SecurityScheme;
}

/** An agent that asks for tokens of a server. */
export function startOAuthAgent(
  scheme: SecurityScheme,
  authenticate: Authenticate,
  scopes?: readonly string[],
): Promise<Agent> {
  return startAgent({ card: (origin) => cardWith(origin, scheme, scopes), authenticate });
}

/** A connection that is closed after the test. */
export async function open(
  agent: Agent | AgentCard,
  oauth: Credential,
): Promise<ClientConnection<A2AServiceClient>> {
  const connection = await connect(A2AServiceClient, "origin" in agent ? agent.origin : agent, {
    bindings: [jsonRpc(), grpc({ codecs: [A2AServiceGrpc] })],
    credentials: { oauth },
    retry: false,
  });
  onTestFinished(() => connection.close());
  return connection;
}
