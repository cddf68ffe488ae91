import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientMetadata, Provider } from "oidc-provider";
import { memoryAdapter } from "./oauth/memory-adapter.ts";
import { type Person, visitPages } from "./oauth/visit-pages.ts";

/** What a server of the tests is like; everything may change while it runs. */
export interface AuthorizationServerOptions {
  /** Scopes that tokens may have. */
  scopes?: readonly string[];
  /** For tokens without a `resource`. */
  defaultResource?: string;
  /** The resources that may be asked for; others are an `invalid_target`. Default: all. */
  resources?: readonly string[];
  /** Resources whose tokens are opaque, for introspection; those of others are JWTs, `at+jwt`. */
  opaque?: readonly string[];
  /** Default: 600. */
  tokenSeconds?: number;
  /** Whether clients register themselves. Default: they do. */
  registers?: boolean;
  /** Beside the usual `clients`. */
  clients?: readonly ClientMetadata[];
}

/** The clients that every server knows; `signer` proves itself by `signingKey`. */
export const clients = {
  service: { id: "service", secret: "service-secret-1b7e" },
  poster: { id: "poster", secret: "poster-secret-83aa" },
  signer: { id: "signer" },
  device: { id: "device" },
  app: { id: "app" },
} as const;

const signing = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The private key of the client `signer`, for ES256. */
export const signingKey = signing.privateKey;

const person = ["authorization_code", "refresh_token"] as const;
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

const usualClients: readonly ClientMetadata[] = [
  { client_id: "service", client_secret: clients.service.secret, grant_types: ["client_credentials"] },
  {
    client_id: "poster",
    client_secret: clients.poster.secret,
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: "client_secret_post",
  },
  {
    client_id: "signer",
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [{ ...signing.publicKey.export({ format: "jwk" }), kid: "signer-1", use: "sig" }] },
  } as ClientMetadata,
  { client_id: "device", grant_types: [deviceGrant, "refresh_token"], token_endpoint_auth_method: "none" },
  {
    client_id: "app",
    grant_types: [...person],
    response_types: ["code"],
    redirect_uris: ["http://127.0.0.1/callback"],
    application_type: "native",
    token_endpoint_auth_method: "none",
  },
].map((client) => ({ response_types: [], redirect_uris: [], ...client }) as ClientMetadata);

/** An authorization server on this machine. */
export interface AuthorizationServer {
  /** `http://127.0.0.1:PORT`. */
  readonly issuer: string;
  readonly options: AuthorizationServerOptions;
  /** The requests so far: `POST /token`. */
  readonly requests: string[];
  /** Changes or answers a request before the server does; true if it has answered. Undo it by undefined. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** A token by client credentials of `service`; a JWT for `resource`, or for the default one. */
  token(about?: { readonly scope?: string; readonly resource?: string }): Promise<string>;
  /** A person follows an authorization URL or a device code's; resolves to the redirect to the client. */
  visit(url: string | URL, person?: Person): Promise<URL | undefined>;
  /** Signs by a new key from now on; the old one is no longer published, `keep: true` publishes both. */
  rotateKeys(how?: { readonly keep?: boolean }): void;
  close(): Promise<void>;
}

/** Starts one, in some 20 ms; share it in a file by `beforeAll` and `afterAll`. */
export async function startAuthorizationServer(
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const adapter = memoryAdapter();
  const open = (keys: readonly JsonWebKey[]): Provider => createProvider(issuer, { options, adapter, keys });
  let keys = [newKey()];
  let provider = open(keys);
  const started: AuthorizationServer = {
    issuer,
    options,
    requests: [],
    intercept: undefined,
    async token({ scope, resource } = {}) {
      const { id, secret } = clients.service;
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          ...(scope !== undefined && { scope }),
          ...(resource !== undefined && { resource }),
        }),
      });
      const answer = (await response.json()) as { readonly access_token?: string };
      if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
      return answer.access_token;
    },
    visit: (url, person = {}) => visitPages(new URL(url), { issuer, person }),
    rotateKeys({ keep = false } = {}) {
      keys = keep ? [newKey(), ...keys] : [newKey()];
      provider = open(keys);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    started.requests.push(`${request.method} ${pathname}`);
    if (started.intercept?.(request, response)) return;
    if (!pathname.startsWith("/interaction/")) {
      void provider.callback()(request, response);
      return;
    }
    const result =
      searchParams.get("deny") === "yes"
        ? { error: "access_denied", error_description: "the person said no" }
        : { login: { accountId: searchParams.get("account") ?? "alice" }, consent: {} };
    void provider.interactionFinished(request, response, result);
  });
  return started;
}

function newKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" };
}

interface AskedGrant {
  readonly scope?: string;
  readonly resource?: string | readonly string[];
}

interface ProviderInit {
  readonly options: AuthorizationServerOptions;
  readonly adapter: ReturnType<typeof memoryAdapter>;
  readonly keys: readonly JsonWebKey[];
}

function createProvider(issuer: string, { options, adapter, keys }: ProviderInit): Provider {
  const scopes = (): string => (options.scopes ?? ["agent.read", "agent.write"]).join(" ");
  return new Provider(issuer, {
    adapter,
    clients: [...usualClients, ...(options.clients ?? [])],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    jwks: { keys: [...keys] },
    cookies: { keys: ["cookies of tests"] },
    scopes: ["openid", "offline_access"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Whoever signs in agrees to everything.
    async loadExistingGrant({ oidc }) {
      const { client, session, params } = oidc;
      const grant = new oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      const { scope = "", resource = options.defaultResource } = params as AskedGrant;
      grant.addOIDCScope(scope);
      for (const each of [resource ?? []].flat()) grant.addResourceScope(each, scope);
      await grant.save();
      return grant;
    },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 3600,
      RefreshToken: 3600,
      DeviceCode: 600,
      IdToken: 600,
      AccessToken: () => options.tokenSeconds ?? 600,
      ClientCredentials: () => options.tokenSeconds ?? 600,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: {
        enabled: true,
        async userCodeConfirmSource(context, form) {
          context.body = form;
        },
        async successSource(context) {
          context.body = "signed in";
        },
      },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      registration: { enabled: options.registers ?? true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => options.defaultResource ?? [],
        useGrantedResource: () => true,
        getResourceServerInfo(_context, resource) {
          const isKnown = options.resources?.includes(resource) ?? true;
          const format = options.opaque?.includes(resource) ? "opaque" : "jwt";
          return {
            scope: isKnown ? scopes() : "",
            audience: resource,
            accessTokenTTL: options.tokenSeconds ?? 600,
            accessTokenFormat: format,
            jwt: { sign: { alg: "ES256" } },
          };
        },
      },
    },
  });
}
