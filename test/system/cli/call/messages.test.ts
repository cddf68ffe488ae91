import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useDirectory } from "../../../shared/use-directory.ts";
import { pixel } from "./command-agent.ts";
import { linesOf } from "./lines-of.ts";
import { startAgent } from "./start-agent.ts";

const directory = await useDirectory("a2agen-call-");

describe("what is sent", () => {
  test("is nothing when a file is not there or is none", async () => {
    const { call, agent } = await startAgent();
    const path = join(directory, "missing.png");
    expect(await call(["send", "Hello", "--file", path])).toMatchObject({
      status: 1,
      stderr: `--file: ${path}: expected a file that can be read; found nothing there\n`,
    });
    expect(await call(["send", "Hello", "--file", directory])).toMatchObject({
      status: 1,
      stderr: `--file: ${directory}: expected a file that can be read; found a directory\n`,
    });
    expect(agent.received).toEqual([]);
  });

  test("is text, standard input, files, links and data, in this order", async () => {
    const { call, agent } = await startAgent();
    const path = join(directory, "pixel.png");
    await writeFile(path, Buffer.from(pixel, "base64"));
    const parts = ["--file", path, "--file", "https://example.com/a%20b.pdf", "--data", '{"a": [1]}'];
    const { status } = await call(
      ["send", "Hello", "-", ...parts, "--reference", "task-1", "--context", "c-9"],
      {
        input: "from\nstandard input",
      },
    );
    expect(status).toBe(0);
    expect(agent.received).toEqual([
      {
        messageId: agent.received[0]?.messageId,
        role: "ROLE_USER",
        contextId: "c-9",
        referenceTaskIds: ["task-1"],
        parts: [
          { text: "Hello" },
          { text: "from\nstandard input" },
          { raw: pixel, mediaType: "image/png", filename: "pixel.png" },
          { url: "https://example.com/a%20b.pdf", mediaType: "application/pdf", filename: "a b.pdf" },
          { data: { a: [1] }, mediaType: "application/json" },
        ],
      },
    ]);
  });

  test("has headers, a token from the environment, extensions and a tenant", async () => {
    const { call } = await startAgent();
    const uri = "https://example.com/extensions/echo/v1";
    const { stdout } = await call(
      ["send", "context", "--token-env", "TOKEN", "--extension", uri, "--tenant", "acme", "--json"],
      { env: { TOKEN: "ada" } },
    );
    expect(linesOf(stdout)).toMatchObject([
      {
        message: {
          parts: [
            {
              data: {
                method: "SendMessage",
                version: "1.0",
                extensions: [uri],
                tenant: "acme",
                principal: "ada",
              },
            },
          ],
        },
      },
    ]);
    const other = await call(["send", "context", "--header", "Authorization: Bearer bob", "--json"]);
    expect(other.stdout).toContain('"principal":"bob"');
    const third = await call(["send", "context", "--header-env", "authorization=AUTH", "--json"], {
      env: { AUTH: "Bearer eve" },
    });
    expect(third.stdout).toContain('"principal":"eve"');
  });

  test("says how to go on with the flags that were given, but not what a header carries", async () => {
    const { call } = await startAgent();
    const flags = ["--binding", "JSONRPC", "--protocol", "0.3", "--header", "X-Key: secret", "--header-env"];
    const { stderr } = await call(["send", "ask", ...flags, "x-a=A", "--token-env", "T", "--timeout", "9"], {
      env: { A: "1", T: "2" },
    });
    expect(stderr).toContain(
      "go on with: a2agen call ORIGIN send --task task-10 TEXT --binding JSONRPC --protocol 0.3 " +
        "--header 'X-Key: VALUE' --header-env x-a=A --token-env T --timeout 9\n",
    );
  });

  test("says how to approve where nobody can be asked", async () => {
    const { call } = await startAgent();
    const one = await call(["send", "approve"]);
    expect(one).toMatchObject({ status: 3 });
    expect(one.stderr).toBe(
      "hint: the task waits for your yes or no; go on with: a2agen call ORIGIN send --task task-10 yes\n",
    );
    const { stderr } = await call(["send", "approve", "both"]);
    expect(stderr).toMatch(/^hint: the task waits for you; go on with: .* TEXT\n$/);
  });

  test("lists the interfaces of a card with several versions once each", async () => {
    const { call } = await startAgent((card) => ({
      ...card,
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "bearer" } } },
      securityRequirements: [{ schemes: { token: { list: [] } } }],
    }));
    expect(await call(["send", "hi"])).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "no interface of the card can be used. The card offers:
        "JSONRPC" "1.0" at "ORIGIN/rpc": the card asks for credentials; lacking: credentials for "token"
        "HTTP+JSON" "1.0" at "ORIGIN/rest": the card asks for credentials; lacking: credentials for "token"
        "GRPC" "1.0" at "GRPC": the binding is not installed
        "JSONRPC" "0.3" at "ORIGIN/rpc": the card asks for credentials; lacking: credentials for "token"
        Installed: JSONRPC 1.0, HTTP+JSON 1.0, JSONRPC 0.3, HTTP+JSON 0.3
      hint: --login signs in as the card says
      hint: --token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret
      ",
        "stdout": "",
      }
    `);
  });

  test("goes on with a task", async () => {
    const { call } = await startAgent();
    expect(await call(["send", "ask"])).toMatchInlineSnapshot(`
      {
        "status": 3,
        "stderr": "hint: the task waits for you; go on with: a2agen call ORIGIN send --task task-10 TEXT
      ",
        "stdout": "task task-10 in context context-1
      input-required:
        What colour?
      ",
      }
    `);
    expect(await call(["send", "--task", "task-10", "blue"])).toMatchInlineSnapshot(`
      {
        "status": 0,
        "stderr": "",
        "stdout": "task task-10 in context context-1
      completed:
        so it is blue
      artifact a Answer
        first
        second
      ",
      }
    `);
  });
});
