import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from "../../../shared/authorization-server.ts";
import { schemeOf, startOAuthAgent, takeTokens } from "../../../shared/oauth/oauth-agent.ts";
import { a2agen } from "../../../shared/process/start-a2agen.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const asked = (): readonly string[] => server.requests.filter((request) => request.startsWith("POST"));

async function configFolder(): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-login-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { XDG_CONFIG_HOME: folder };
}

const startGuarded = (
  ...flows: Parameters<typeof schemeOf> extends [unknown, ...infer Names] ? Names : never
) => startOAuthAgent(schemeOf(server, ...flows), takeTokens(server, {}), ["agent.read"]);

describe("call --login without a terminal", () => {
  test("signs in by the client's secret, keeps the token, and forgets it by --logout", async () => {
    const env = await configFolder();
    const { origin } = await startGuarded("clientCredentials");
    const secret = { A2AGEN_CLIENT_ID: "service", A2AGEN_CLIENT_SECRET: clients.service.secret };
    const run = (...args: readonly string[]): Promise<CliResult> =>
      runA2agen(["call", origin, ...args], { env: { ...env, ...secret } });
    for (let time = 0; time < 2; time++) {
      expect(await run("get", "7", "--login")).toMatchObject({ status: 0, stderr: "" });
    }
    expect(asked()).toEqual(["POST /token"]);
    const folder = join(env["XDG_CONFIG_HOME"] ?? "", "a2agen");
    expect(await readdir(folder)).toEqual(["tokens.json"]);
    expect(await readFile(join(folder, "tokens.json"), "utf8")).not.toContain(clients.service.secret);
    expect(await run("--logout")).toEqual({
      status: 0,
      stdout: "",
      stderr: `forgot the tokens in ${join(folder, "tokens.json")}\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test("says what is missing", async () => {
    const env = await configFolder();
    const { origin } = await startGuarded("clientCredentials");
    const run = (extra: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CliResult> =>
      runA2agen(["call", origin, "get", "7", ...args], { env: { ...env, ...extra } });
    const result = await run({}, "--login", "--client-id", "service");
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toBe(
      `UNAUTHENTICATED: credentials["oauth"]: missing or wrong: client authentication; ${server.issuer} offers clientCredentials, which needs clientSecret or privateKey\nhint: A2AGEN_CLIENT_SECRET, or the variable of --client-secret-env, has the secret of the client\n`,
    );
    const wrong = await run(
      { SECRET: "planted-wrong-secret-77" },
      "--login",
      "--client-id",
      "service",
      "--client-secret-env",
      "SECRET",
    );
    expect(wrong.stderr).toContain("invalid_client");
    expect(wrong.stderr).not.toContain("planted-wrong-secret-77");
    expect((await run({}, "--client-id", "service")).stderr).toContain(
      "--client-id and --client-secret-env go with --login",
    );
  });

  test("asks no person", async () => {
    const env = await configFolder();
    const { origin } = await startGuarded("authorizationCode");
    const { status, stderr } = await runA2agen(
      ["call", origin, "get", "7", "--login", "--client-id", "app"],
      { env },
    );
    expect(status).toBe(1);
    expect(stderr).toContain("a person has to sign in, and there is no terminal to ask them at");
    expect(stderr).toContain("hint: sign in at a terminal first");
  });
});

describe("call --login on a terminal", () => {
  /** Runs it until it ends; `onLink` gets the link that a person follows. */
  const onTerminal = async (
    args: readonly string[],
    {
      env,
      onLink,
    }: { readonly env: Readonly<Record<string, string>>; readonly onLink: (link: string) => void },
  ): Promise<{ readonly status: number | null; readonly shown: string }> => {
    const words = [process.execPath, a2agen, "call", ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["--quiet", "--return", "--flush", "--command", words, "/dev/null"], {
      // No browser is opened.
      env: { ...process.env, ...env, BROWSER: "true", PATH: "/usr/bin:/bin" },
    });
    let shown = "";
    let hasLink = false;
    child.stdout.on("data", (chunk: Buffer) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
      shown += chunk.toString().replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "");
      const link = /to sign in, .*?(http:\S+)\r?\n/.exec(shown)?.[1];
      if (link === undefined || hasLink) return;
      hasLink = true;
      onLink(link);
    });
    const status = await new Promise<number | null>((resolve) => {
      child.on("close", resolve);
    });
    return { status, shown };
  };

  test("shows a device code, and the next command needs none", async () => {
    const env = await configFolder();
    const { origin } = await startGuarded("deviceCode");
    const links: string[] = [];
    const args = [origin, "get", "7", "--login", "--client-id", "device"];
    const onLink = (link: string): void => {
      links.push(link);
      void server.visit(link);
    };
    const { status, shown } = await onTerminal(args, { env, onLink });
    expect({ status, shown: /confirm \w{4}-\w{4} at http/.test(shown) }).toEqual({ status: 0, shown: true });
    const again = await runA2agen(["call", ...args], { env });
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(links).toHaveLength(1);
  });

  test("leads to the page of the server by a browser, as a client that it registers", async () => {
    const env = await configFolder();
    const { origin } = await startGuarded("authorizationCode");
    const { status, shown } = await onTerminal([origin, "get", "7", "--login"], {
      env,
      onLink: (link) => void server.visit(link).then((back) => fetch(back ?? "")),
    });
    expect({ status, shown: shown.includes("to sign in, open http") }).toEqual({ status: 0, shown: true });
    expect(asked()).toEqual(["POST /reg", "POST /token"]);
    expect(await runA2agen(["call", origin, "get", "7", "--login"], { env })).toMatchObject({ status: 0 });
    expect(asked()).toHaveLength(2);
  });
});
