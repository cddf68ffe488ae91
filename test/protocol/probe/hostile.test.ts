import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { openWire, type Wire } from "../../../packages/probe/src/core/wire.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const limits = { timeoutMs: 30_000, totalMs: 60_000, maximumBytes: 100_000, maximumFrames: 20 };

/** Probes an agent with a right card whose interface answers so; its calls may have limits of their own. */
async function probeAnswer(answer: Answer, own: Partial<typeof limits> = {}): Promise<Report> {
  const server = createServer();
  const origin = await listen(server);
  const card = {
    ...fullCard,
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  server.on("request", (request, response) => {
    if (request.url !== "/rpc")
      response.setHeader("content-type", "application/json").end(JSON.stringify(card));
    else answer(response, request);
  });
  const patient = openWire({ limits });
  const wire = openWire({ limits: { ...limits, ...own } });
  const send: Wire["send"] = (id, request, wanted) =>
    (request.verb === "GET" ? patient : wire).send(id, request, wanted);
  try {
    const isWanted = (id: string): boolean => /^(?:get|send|streams)\./.test(id);
    return await probeAgent(origin, { wire: { ...wire, send }, isWanted });
  } finally {
    patient.close();
    wire.close();
  }
}

const stream = { "content-type": "text/event-stream" };

const answers: readonly (readonly [name: string, answer: Answer, came: string])[] = [
  ["hangs", () => undefined, "nothing came for 0.2 s"],
  ["resets connections", (response) => void response.destroy(), "no answer: socket hang up"],
  [
    "redirects to itself",
    (response) => void response.writeHead(302, { location: "/rpc" }).end(),
    "HTTP 302, a redirect to /rpc",
  ],
  [
    "answers with a page",
    (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi"),
    'HTTP 200 with a body that is no answer: "<p>Hi"',
  ],
  [
    "answers without end",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    },
    "the answer is longer than 100000 bytes",
  ],
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    },
    "the answer broke off: aborted",
  ],
];

test.each(answers)("an agent that %s", async (_name, answer, came) => {
  const own = came.startsWith("nothing came") ? { timeoutMs: 200 } : {};
  const { findings, problem } = await probeAnswer(answer, own);
  expect(problem).toBeUndefined();
  expect(findings.find(({ requirement }) => requirement === "answers.answered")?.came).toBe(came);
});

test("--quick ends after 3 seconds, whatever is under way", { tags: "later" }, async () => {
  let first = 0;
  const server = createServer((request, response) => {
    first ||= performance.now();
    if (performance.now() - first > 2000) return;
    const rpc = { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" };
    const text = JSON.stringify({ ...fullCard, supportedInterfaces: [rpc] });
    setTimeout(() => {
      response.setHeader("content-type", "application/json").end(request.method === "GET" ? text : "{}");
    }, 300);
  });
  const origin = await listen(server);
  const start = performance.now();
  const { requirements, findings } = await probeAgent(origin, { isQuick: true });
  // A call alone may take 30 s.
  expect(performance.now() - start).toBeLessThan(25_000);
  expect(requirements.some(({ reason }) => reason === "--quick: 3 s are used up")).toBe(true);
  expect(findings.filter(({ came }) => came === "enough")).toEqual([]);
});

test("a stream without end", async () => {
  const endless = { timeoutMs: 2000, totalMs: 4000 };
  const { findings } = await probeAnswer((response, request) => {
    request.resume();
    response.writeHead(200, stream);
    const timer = setInterval(
      () => response.write('data: {"jsonrpc":"2.0","id":"probe","result":{}}\n\n'),
      5,
    );
    response.on("close", () => clearInterval(timer));
  }, endless);
  expect(findings.length).toBeGreaterThan(0);
});

test("a card that lies: what it names is not there", async () => {
  const server = createServer((_request, response) => {
    const card = {
      ...fullCard,
      supportedInterfaces: [
        { url: "http://127.0.0.1:9/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ],
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify(card));
  });
  const { findings, requirements } = await probeAgent(await listen(server));
  expect(findings.find(({ requirement }) => requirement === "answers.answered")?.came).toMatch(
    /^no answer: connect/,
  );
  expect(requirements.some(({ reason }) => reason?.startsWith("the interface has left 5") === true)).toBe(
    true,
  );
});
