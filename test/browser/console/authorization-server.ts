import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { listen } from "../../shared/interop/our-agent.ts";

/**
 * A small authorization server (RFC 6749, 7636, 8628) on a free port until the test has ended. It signs in
 * everybody at once as "ada", and checks what a client has to send: its redirect, the proof of its code, its
 * secret.
 */
export async function startAuthorizationServer(): Promise<string> {
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  let asked = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", origin);
      const form = new URLSearchParams(await readText(request));
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      const token = (name: string): void =>
        answer(200, {
          access_token: `${name}-token`,
          token_type: "Bearer",
          expires_in: 5,
          refresh_token: "again",
        });
      switch (url.pathname) {
        case "/.well-known/openid-configuration":
          return answer(200, {
            issuer: origin,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
            device_authorization_endpoint: `${origin}/device`,
          });
        case "/authorize": {
          const redirect = new URL(url.searchParams.get("redirect_uri") ?? "");
          const isRight =
            redirect.hostname === "localhost" && url.searchParams.get("code_challenge_method") === "S256";
          const code = `code-${codes.size}`;
          codes.set(code, {
            challenge: url.searchParams.get("code_challenge") ?? "",
            redirect: redirect.href,
          });
          redirect.searchParams.set("state", url.searchParams.get("state") ?? "");
          if (isRight && url.searchParams.get("scope") !== "none") redirect.searchParams.set("code", code);
          else redirect.searchParams.set("error", "invalid_scope");
          response.writeHead(302, { location: redirect.href }).end();
          return;
        }
        case "/device":
          return answer(200, {
            device_code: "device",
            user_code: "ABCD-EFGH",
            verification_uri: `${origin}/confirm`,
            interval: 0,
          });
        case "/token":
          switch (form.get("grant_type") ?? "") {
            case "authorization_code": {
              const code = codes.get(form.get("code") ?? "");
              const proof = createHash("sha256")
                .update(form.get("code_verifier") ?? "")
                .digest("base64url");
              if (code?.challenge === proof && code.redirect === form.get("redirect_uri"))
                return token("code");
              return answer(400, { error: "invalid_grant" });
            }
            case "urn:ietf:params:oauth:grant-type:device_code":
              asked += 1;
              if (asked < 3) return answer(400, { error: "authorization_pending" });
              return token("device");
            case "client_credentials": {
              const isRight = request.headers.authorization === `Basic ${btoa("ada:secret")}`;
              if (isRight) return token("client");
              return answer(401, { error: "invalid_client", error_description: "unknown client" });
            }
            case "refresh_token":
              return token(`refreshed-${form.get("refresh_token")}`);
          }
      }
      response.writeHead(404).end();
    })();
  });
  const origin = await listen(server);
  return origin;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}
