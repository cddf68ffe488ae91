import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { ExtensionCatalog } from "../../packages/pages/src/console-server/extension-catalog.ts";
import type { serveConsole } from "../../packages/pages/src/console-server/serve-console.ts";
import { buildSplitPage } from "../../scripts/build/build-page.ts";
import { measureFirstLoad } from "../../scripts/build/first-load.ts";
import { importSource } from "../../scripts/build/import-source.ts";
import { findChromium } from "../../test/shared/find-chromium.ts";
import type { ConsoleFigures, StreamFigures } from "../console/figure.ts";
import { repository } from "../paths.ts";

/** Serves an agent whose streams have a number of artifact updates, as fast as they are read. */
async function startAgent(events: number): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === "GET") {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(cardOf(origin)));
        return;
      }
      let body = "";
      for await (const piece of request) body += String(piece);
      const { id } = JSON.parse(body) as { readonly id: unknown };
      const place = { taskId: `task-${Date.now()}`, contextId: "context-1" };
      const send = (result: object): boolean =>
        response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
      response.writeHead(200, { "content-type": "text/event-stream" });
      send({ task: { id: place.taskId, contextId: "context-1", status: { state: "TASK_STATE_WORKING" } } });
      for (let at = 0; at < events; at += 1) {
        const artifact = { artifactId: "a", parts: [{ text: `word ${at} of a text that grows ` }] };
        if (!send({ artifactUpdate: { ...place, artifact, append: at > 0 } })) {
          await new Promise((resolve) => {
            response.once("drain", resolve);
          });
        }
      }
      send({ statusUpdate: { ...place, status: { state: "TASK_STATE_COMPLETED" } } });
      response.end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function cardOf(origin: string): object {
  return {
    name: "Streams",
    description: "Streams many events.",
    version: "1.0.0",
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

async function measureConsole(events: number): Promise<ConsoleFigures> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("console: Chromium is not installed (Debian: chromium)");
  const built = await buildSplitPage(join(repository, "packages/pages/src/console/index.html"));
  const agent = await startAgent(events);
  const directory = "packages/pages/src/console-server/";
  const server = await importSource<{ serveConsole: typeof serveConsole }>(`${directory}serve-console.ts`);
  const { ExtensionCatalog: Catalog } = await importSource<{ ExtensionCatalog: typeof ExtensionCatalog }>(
    `${directory}extension-catalog.ts`,
  );
  const served = await server.serveConsole({ ...built, port: 0, catalog: async () => new Catalog([]) });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"],
  });
  const address = `http://localhost:${served.port}/#${new URLSearchParams({ token: served.token, agent: agent.origin })}`;
  try {
    const opened: OpeningFigures[] = [];
    for (let round = 0; round < 9; round += 1) opened.push(await open(browser, address));
    return {
      pageBytes: measureFirstLoad(built),
      firstPaint: median(opened.map(({ paint }) => paint)),
      agentReady: median(opened.map(({ ready }) => ready)),
      workBeforePaint: median(opened.map(({ workBeforePaint }) => workBeforePaint)),
      workBeforeReady: median(opened.map(({ workBeforeReady }) => workBeforeReady)),
      stream: await stream(browser, address, events),
    };
  } finally {
    await browser.close();
    await served.close();
    agent.close();
  }
}

interface OpeningFigures {
  readonly paint: number;
  readonly ready: number;
  readonly workBeforePaint: number;
  readonly workBeforeReady: number;
}

async function open(browser: Browser, address: string): Promise<OpeningFigures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(".composer") === null) return;
      performance.mark("ready");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await browser.startTracing(page, { categories: ["toplevel", "loading", "blink.user_timing"] });
  await page.goto(address);
  await page.getByLabel("Text of the message").waitFor();
  const events = readTrace(await browser.stopTracing());
  const figures = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    ready: performance.getEntriesByName("ready")[0]?.startTime ?? Number.NaN,
  }));
  await page.close();
  return {
    ...figures,
    workBeforePaint: workBefore(events, "firstContentfulPaint"),
    workBeforeReady: workBefore(events, "ready"),
  };
}

/** What a page notes while it works. */
interface Noted {
  notedFrames?: number[];
  notedTasks?: number[];
}

async function stream(browser: Browser, address: string, events: number): Promise<StreamFigures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // tsx names functions, also those that it hands to the page.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.goto(address);
  await page.getByLabel("Text of the message").waitFor();
  // The first events compile what the others run.
  await send(page, 1);
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  const heapBefore = await heapOf(page);
  await page.evaluate(() => {
    const noted = window as Noted;
    const frames: number[] = [];
    const tasks: number[] = [];
    noted.notedFrames = frames;
    noted.notedTasks = tasks;
    let last = performance.now();
    const note = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
  });
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const start = performance.now();
  await send(page, 1);
  const elapsed = performance.now() - start;
  const work = readWork(await browser.stopTracing());
  const { frames, tasks } = await page.evaluate(() => {
    const noted = window as Noted;
    return { frames: noted.notedFrames ?? [], tasks: noted.notedTasks ?? [] };
  });
  const heapAfter = await heapOf(page);
  for (let round = 2; round <= 6; round += 1) await send(page, round);
  const heapAfterSix = await heapOf(page);
  await page.close();
  return {
    events,
    elapsed,
    longestFrame: Math.max(0, ...frames),
    longestTask: Math.max(0, ...tasks),
    ...work,
    heapBefore,
    heapAfter,
    heapAfterSix,
  };
}

interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly args?: { readonly name?: string };
  /** When it began; microseconds, as the time that it took and its CPU time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const taskName = "ThreadControllerImpl::RunTask";

function readTrace(trace: Buffer): readonly TraceEvent[] {
  return (JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents;
}

/** CPU milliseconds of the tasks that ended on a thread before its first event of a name. */
function workBefore(events: readonly TraceEvent[], name: string): number {
  const end = events.filter((event) => event.name === name).toSorted((one, other) => one.ts - other.ts)[0];
  if (end === undefined) return Number.NaN;
  return events
    .filter((each) => each.name === taskName && each.pid === end.pid && each.tid === end.tid)
    .filter(({ ts, dur = 0 }) => ts + dur <= end.ts)
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}

/** The work of the main thread that was busiest: that of the page. */
function readWork(trace: Buffer): Pick<StreamFigures, "mainThread" | "longestWork"> {
  const traceEvents = readTrace(trace);
  const isMain = ({ name, args }: TraceEvent): boolean =>
    name === "thread_name" && args?.name === "CrRendererMain";
  const threads = traceEvents
    .filter(isMain)
    .map(({ pid, tid }) =>
      traceEvents
        .filter((event) => event.pid === pid && event.tid === tid && event.name === taskName)
        .map(({ tdur = 0 }) => tdur / 1000),
    );
  const sum = (durations: readonly number[]): number => durations.reduce((total, each) => total + each, 0);
  const [busiest = []] = threads.toSorted((one, other) => sum(other) - sum(one));
  return { mainThread: sum(busiest), longestWork: Math.max(0, ...busiest) };
}

/** Sends a message, and waits until as many tasks of the conversation have ended. */
async function send(page: Page, count: number): Promise<void> {
  await page.getByLabel("Text of the message").fill("go");
  await page.getByLabel("Text of the message").press("Enter");
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".pill.TASK_STATE_COMPLETED").length >= wanted,
    count,
    { timeout: 120_000, polling: 500 },
  );
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

console.log(JSON.stringify(await measureConsole(Number(process.argv[2]))));
