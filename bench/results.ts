import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { readVersions } from "./contenders.ts";
import { benchDirectory } from "./paths.ts";

export const partNames = [
  "codecs",
  "generation",
  "start",
  "size",
  "server",
  "grpc",
  "versions",
  "gateway",
  "compose",
  "agent",
  "observer",
  "store",
  "text",
  "models",
  "extensions",
  "fakes",
  "playground",
  "console",
] as const;
export type PartName = (typeof partNames)[number];

const titles: Readonly<Record<PartName, string>> = {
  codecs: "Codecs",
  generation: "Generation",
  start: "Start",
  size: "Size",
  server: "Server",
  grpc: "gRPC",
  versions: "Versions",
  gateway: "Gateway",
  compose: "Composition",
  agent: "Agent kit",
  observer: "Observer",
  store: "Durable store",
  text: "Streams of text",
  models: "Models",
  extensions: "Data of extensions",
  fakes: "Fakes",
  playground: "Playground",
  console: "Console",
};

const introductions: Readonly<Record<PartName, string>> = {
  codecs: `All contenders are in one bundle and run in turn on the same payload in every round, after a collection of
young garbage; a figure is the median over three processes of the median over the rounds of the ratio within a round,
and ± is half of what lies between the processes. The small payloads have eight variants, of peers that leave out
different fields; every other peer writes the fields in an order of its own. Before anything is timed, each contender
must accept the payloads, refuse broken ones where it checks, and give back what it read.

Not all do the same. a2agen checks everything: types, required fields, oneofs, enum values, ranges, base64, dates,
depth, finite numbers, surrogates. typia is generated ahead of time from our TypeScript types, and zod and ajv get
schemas built from the proto descriptors; they check types, required fields, oneofs and enum values, zod and ajv also
the dates, and zod base64. protobuf-es and ts-proto use the code of their plugins; ts-proto checks next to nothing.
In the binary tables, bytes in our values are base64 text, while those of the others are a view of the input.
"Without strict extras" is our own check with base64, dates, depth, finite numbers and surrogates taken out.

Tables of fields or generated functions, tried on 2026-11-23 with all 44 messages of a2a.proto 1.0 in one process, Node
20.20.2 / 24.21.0, on these payloads without e: a table has 91 lines, and one interpreter for each codec. Over the generated
functions, JSON text is written in 1.13 to 1.29 / 1.10 to 1.47 times (encode alone 2.2 to 4.7 / 1.2 to 4.3; with a
closure for each field, made at first use, 1.14 to 1.33 / 1.14 to 1.59), the binary form is read in 1.18 to 1.70 / 1.27
to 1.60 times and written in 0.99 to 1.15 / 0.91 to 1.12 times, and JSON text is decoded in 1.04 to 1.12 / 1.05 to 1.11
times. Bytes are hardly saved, since what is left after gzip are the names: encoders of all messages have 4.0 kB, and
with the table 3.8; writers 5.9 and 5.7; readers 9.5 and 8.5. A generated predicate for the good case, with a table to
find the problems, decodes in 0.96 to 1.01 / 0.97 to 1.03 times; it would save 370 of 9,000 lines and no bytes of one
decoder. So the codecs are generated functions.`,
  generation: `Wall time of whole processes: medians of eleven rounds for a2a.proto, in which each runs once; one run
for the large ones, which are fed to the plugin directly. protoc-gen-a2a writes types, JSON and binary codecs and the
index in one process. Plugins are cut off after 40 s, and then not tried with the larger proto. Public APIs are those of
google-proto-files; both plugins write the same languages in turn, and a ratio is the median over five rounds of the
ratio within a round.`,
  start: `Each agent is a process of its own that imports the published packages, unbundled, and is asked SendMessage once
over JSON-RPC; the time goes from the fork to the answer. node:http makes the same answer, checks nothing and keeps
nothing. Binary codecs are needed by gRPC alone, but the package of a version exports them with everything else; the
second agent imports the service by the path of its module instead. @a2a-js/sdk runs on Express, as its documentation
has it. In every round each program runs once, and a ratio is the median over 31 rounds of the ratio within a round.
Modules are counted in a run that is not timed, without those of Node.`,
  size: `The packages as users install them, bundled with esbuild for Node and minified; their sources, bundled so, make bundles
that are smaller by 0.2 kB after gzip at most. An import is timed in a process that did nothing before, as the
median of fifteen.

An import takes as long as V8 needs to look through the text, 30 ns per byte after minifying: 1.8 of 2.0 ms for decoders
and encoders of all messages (Node 20, least of fifteen; the tables of fields above, with half of the text, 1.7).
A decoder returns or throws at once, and what is loaded later comes with a promise: the texts of errors have to be
there from the start.`,
  server: `Every server is a process of its own and answers sixteen connections of a client that hardly reads; in every
round the servers are loaded one after the other, and a ratio is the median over nine rounds of the ratio within a
round. CPU time is that of the server's process. node:http parses and writes the same JSON and checks nothing; a2agen
checks requests and answers. Each agent makes its answers in the types of its own library. Ours and the one of node:http
keep the last thousand tasks; @a2a-js/sdk keeps tasks itself, in its own store in memory, which is begun anew after a
thousand tasks.

Streams are JSON-RPC, and each is read to its end before the next is asked for. The agent of @a2a-js/sdk waits for a
turn of the event loop after every event, without which that SDK sends nothing before the last one. A server that has
taken 8 s sits out the rounds that are left; a stream is cut off after 40 s.

Latency is that of SendMessage over JSON-RPC at half of the rate that the server has answered before: requests are due
at equal distances, whether or not those before are answered, and the time of each runs from when it is due. Memory is
that of a process after a collection of garbage, before it was asked anything and after each thing that it was asked.`,
  grpc: `Every server and every client is a process of its own; in every round each has its turn, and a ratio is the
median over eleven rounds of the ratio within a round. The servers answer sixteen calls at once of one client of
grpc-js that neither encodes nor decodes, and CPU time is that of the server's process. The clients call the server of
bare grpc-js, and CPU time is that of the client's process; calls per second are bounded by whichever side is slower.
grpc-js has our binary codecs as its serializers, and checks nothing besides. A stream has a thousand artifact updates.`,
  versions: `Set up as the server part, with eleven rounds. One implementation, written in the types of 1.0, is
served alone and to clients of every version; those of the draft and of 0.3 are translated. @a2a-js/sdk 0.3 is a server of 0.3 and
translates nothing, and @a2a-js/sdk 1.3 translates by its own layer.`,
  gateway: `Each agent is a process of its own, and so is each thing that stands before it, whose CPU time is shown: all of it,
with the parsing of HTTP on both sides. The reverse proxy on node:http passes bytes on and reads nothing; the gateway checks
requests and answers. The agents of JSON-RPC are bare node:http, that of gRPC has our stubs. Sixteen connections are loaded in
each of 15 rounds, in which each row has its turn. What is added to the median is that of 400 calls, one after the other,
over that of as many calls of the agent itself, which go in turn with them; with gRPC, of an agent of 1.0 on node:http.

A thousand streams of 1.0 are open at the same time, each with 400 updates, 50 ms apart. The agent, the gateway and the
reader share the two cores. Memory is that of the process after a collection of garbage, which takes its time in the
middle of the streams.`,
  compose: `Wall time of whole processes of \`a2agen compose\`: medians of eleven rounds, in which each runs once. The objects of
the base refer to one another, in circles of ten and across them, and every extension adds a field to one object. Before anything is timed, every order
of the extensions must give the same bytes.`,
  agent: `An agent of three events: the task, an artifact, the end. With the kit it has the MemoryTaskStore, which keeps
its last 10,000 tasks, and with @a2a-js/sdk the DefaultRequestHandler and the InMemoryTaskStore; the bare stub makes a
task on the spot, and keeps its last thousand. Set up as the server part: in each of 151 rounds every server answers 150
messages, each with an identifier of its own, on sixteen connections.

Streams have as many artifacts as updates, except where one grows; each is read to its end before the next is asked for,
in nine rounds of 10,000 updates or a second for each row, of which the median is shown. CPU time is that of the agent's
process, and without a binding it includes the reader of the stream. Agents make their events without a pause. An agent
that has taken 5 s sits out the rounds that are left, and is not tried with longer streams when it needed 2 s for one.

A thousand streams are open at the same time on a process, whose clients are in another one; each has a hundred updates,
100 ms apart. The time of an update goes from where the agent yields it to where its client has read it. Memory is
what the process has while every stream is in its middle, over what it had before, with the garbage (RSS) and after a
collection (heap). The last column has the agents make all updates at once.

Calls of GetTask that name the generation which they know are held by one process, with their clients in it, until a message
goes to each task: their requests and answers are in what they cost.`,
  observer: `SendMessage over JSON-RPC, from the request to the text of the answer, without a socket: of stubs that
make a task, and of the agent kit. The client sends a trace that is not sampled, and the sampler of the SDK takes nothing.
What is added is CPU time of a call over that without an observer in the same round, the median over 201 rounds of 1,000
calls; each contender has a process of its own, and in every round each has its turn. \`context.with\` alone runs the call
in a context that is followed through its promises, for which Node 20 calls hooks at each of them. The bare calls of the
API are what no observer can leave out: read the caller's trace, start a span, run the call in its context, end the span,
record one number. With the kit they watch the call alone, and otel() also the turn and its writes.`,
  store: `PostgreSQL and the replica that is measured share the machine, and so does a further process with the followers
or the idle replicas. Of the tasks at work at the same time, each waits for one append before the next; appends that come
meanwhile share a statement. A follower reads the log of its own task when it is notified; the time of an event goes from
before its append at one replica to where it was read at another one. An idle replica had a follower and
has none any more, so that it has stopped to listen; one that listens has a follower of a quiet task, and hears every
notification. All of these are in one process on the same two cores. Three rounds in turn. The store of @a2a-js/sdk writes the whole task for each
event. SendMessage waits for the end of a task of three entries, sixteen at a time, without a binding; CPU is that of the
agent's process. PGlite is timed from the start of a process to its first answer, with the compilation of our sources.`,
  text: `An agent gives a text piece by piece, one with each turn of the event loop, in as many streams at the same time, and
each is read to its end in the same process, without a binding; then its task is read, which must have one part. CPU time
is that of this process, its readers included, and not that of PostgreSQL, which is on the same machine and keeps what it
acknowledges. PGlite is in memory and in the process. Memory is the most that the process had (RSS) over what it had before.`,
  models: `A model of each framework's own interface answers from a script, a piece with each turn of the event loop. Read in
turn in one process: the stream of the framework alone, and the stream of an agent with the adapter, over the memory
store and without a binding. What is added is CPU time of a round less that of the framework in the same round, the
reader of the stream included: the median over nine rounds of 2,000 pieces, and over three of a hundred conversations at
once with 200 pieces each. Memory is the most that the process had then (RSS) over what it had before.`,
  extensions: `A SendMessageRequest of 1.0 with a filled form of Kagenti's ADK in the metadata of its message. The request is
parsed from its text and decoded; the host's check of an active extension then looks for the data on all messages and
checks it. ajv is given the data and the same JSON Schema, zod the data and a schema of its own for it. In turn in one process,
4,000 calls a round: the median over 21 rounds of CPU time, and of its ratio to the request alone in the same round.`,
  fakes: `Values of types of 1.0: fakes, each of another seed; those that fast-check makes by \`arbitraryOf\`; and
by \`invalidOf\`, each of which is such a value with one mistake, chosen from all that can be made in it. In turn in one
process, 2,000 fakes and 300 values of fast-check a round: the median over eleven rounds of what is made in a second of
CPU time.`,
  playground: `The main thread of the playground in Chromium: its work from a key to the next, for a hundred keys that are
typed 120 ms apart into a string in the middle of the text. The text is a ListTasksResponse of 1.0; the wrong one has
two problems in each of its tasks. CPU is that of the thread, and what elapsed has everything else that the machine did
meanwhile. The worker has a thread of its own. Milliseconds.`,
  console: `The console's page in Chromium, with an agent and the console's command on the same machine. Paint is counted
from the navigation, and CPU time is that of the main thread's tasks since then, each the median of nine. The stream has
10,000 artifact updates over JSON-RPC, sent as fast as they are read, of one text that grows; they are read, shown, and
recorded with their meaning. Frames are those of requestAnimationFrame, and wait for everything else that the machine
does meanwhile. The heap is counted after a collection.`,
};

/** Replaces one part of RESULTS.md and keeps the others. */
export async function writeResult(part: PartName, result: string): Promise<void> {
  const path = join(benchDirectory, "RESULTS.md");
  const current = await readFile(path, "utf8").catch(() => "");
  const context = await describeRun(part);
  const sections = partNames.flatMap((name) => {
    if (name !== part) return findSection(current, name) ?? [];
    return [`## ${titles[name]}\n\n${context}\n\n${introductions[name]}\n\n${result}`];
  });
  const head = `# Results of the benchmarks

Written by \`npm run bench\`. Lower is better, except for what is counted per second and for what @a2a-js/sdk needs over
ours. A figure of ours that misses its goal is bold, with the goal in brackets behind it.`;
  await writeFile(path, `${[head, ...sections].join("\n\n")}\n`);
}

function findSection(text: string, name: PartName): string | undefined {
  const section = text.split(/^(?=## )/m).find((one) => one.startsWith(`## ${titles[name]}\n`));
  return section?.trimEnd();
}

async function describeRun(part: PartName): Promise<string> {
  const versions = [...(await readVersions(part))].map(([name, version]) => `${name} ${version}`).join(", ");
  const cores = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cores.length} cores
(${cores[0]?.model.trim() ?? "unknown"}), load ${loadavg()[0]?.toFixed(1)}. ${versions}.`;
}
