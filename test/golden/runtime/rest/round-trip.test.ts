import { A2AService, protocol } from "@a2agen/a2a-1.0";
import * as a2a10Fakes from "@a2agen/a2a-1.0/fakes";
import { A2AService as DraftService, protocol as draftProtocol } from "@a2agen/a2a-1.0-draft";
import * as draftFakes from "@a2agen/a2a-1.0-draft/fakes";
import type { Codec } from "@a2agen/runtime";
import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import { createRandom, type FakeTypes, fakeOf, type Random } from "@a2agen/runtime/fakes";
import { createHost, implement } from "@a2agen/runtime/host";
import { createClient, type Method, type Protocol, type ServiceDefinition } from "@a2agen/runtime/service";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRestHandler, createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import * as bookshopFakes from "../../../generated/proto/bookshop/v1/bookshop_fakes.ts";
import { Bookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import { protocol as plainProtocol } from "../../../generated/proto/proto_protocol.ts";
import { collect } from "../../../shared/collect.ts";
import { listFakes } from "../../../shared/fakes/find-fake.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { serve } from "../../../shared/rest/serve.ts";
import { runs } from "../../../shared/runs.ts";

const seed = chooseSeed();
const rounds = runs(5);

type Message = Record<string, unknown>;

/** Makes requests fit for a path. */
type Adjust = (request: Message, random: Random) => Message;

const services: readonly {
  readonly name: string;
  readonly service: ServiceDefinition;
  readonly fakes: object;
  readonly protocol: Protocol;
  readonly adjust: Readonly<Record<string, Adjust>>;
  /** Methods that a client cannot call by their rule. */
  readonly except?: readonly string[];
}[] = [
  {
    name: "a2a-1.0",
    service: A2AService,
    fakes: a2a10Fakes,
    protocol,
    adjust: {
      // Not mandatory in the message, as it is a part of every path.
      CreateTaskPushNotificationConfig: (request) =>
        adjustIds({ ...request, taskId: request["taskId"] ?? "t" }),
    },
  },
  {
    name: "a2a-1.0-draft",
    service: DraftService,
    fakes: draftFakes,
    protocol: draftProtocol,
    adjust: {
      ...each(["GetTask", "CancelTask", "SubscribeToTask"], (request, random) => ({
        ...request,
        name: `tasks/${segment(random)}`,
      })),
      ...each(["SetTaskPushNotificationConfig", "ListTaskPushNotificationConfig"], (request, random) => ({
        ...request,
        parent: `tasks/${segment(random)}`,
      })),
      ...each(["GetTaskPushNotificationConfig", "DeleteTaskPushNotificationConfig"], (request, random) => ({
        ...request,
        name: `tasks/${segment(random)}/pushNotificationConfigs/${segment(random)}`,
      })),
    },
  },
  {
    name: "a bookshop",
    service: Bookshop,
    fakes: bookshopFakes,
    protocol: plainProtocol,
    // A wildcard of the rule that no field fills.
    except: ["SearchBooks"],
    adjust: {
      GetBook: ({ readMask }, random) => ({
        ...(random.chance(0.5)
          ? { name: `${random.pick(["shelves", "authors"])}/${segment(random)}/books/${segment(random)}` }
          : { isbn: segment(random) }),
        ...(readMask === undefined ? {} : { readMask }),
      }),
      ListBooks: ({ labels: _l, extra: _x, editors: _e, anyValue: _v, author, ...request }, random) => ({
        ...request,
        parent: `shelves/${segment(random)}`,
        ...adjustAuthor(author),
      }),
      CreateBook: (request, random) => ({ ...request, parent: `shelves/${segment(random)}` }),
      UpdateBook: ({ book, ...request }, random) => ({
        ...request,
        book: { ...(book as Message), name: `shelves/${segment(random)}/books/${segment(random)}` },
      }),
      ...each(["DeleteBook", "MoveBook"], (request, random) => ({
        ...request,
        name: `shelves/${segment(random)}/books/${segment(random)}`,
      })),
      ReadArchive: (request, random) => ({
        ...request,
        path: random.list(1, 4, () => (random.chance(0.1) ? "" : segment(random))).join("/") || "x",
      }),
      WatchSales: (request, random) => ({ ...request, parent: `shelves/${segment(random)}` }),
    },
  },
];

function each(names: readonly string[], adjust: Adjust): Readonly<Record<string, Adjust>> {
  return Object.fromEntries(names.map((name) => [name, adjust]));
}

const texts = fc.sample(arbitraryOf(fakeOf<string>({ Text: "text" }, "Text")), {
  seed: Number(seed),
  numRuns: 300,
});

/** A segment of a path: not empty, without slashes, not one of those that a URL cannot have. */
function segment(random: Random): string {
  const text = random.pick(texts).replaceAll("/", ":");
  return text === "" || text === "." || text === ".." ? "x" : text;
}

/** What of an author a query can carry; a message without fields cannot be told. */
function adjustAuthor(author: unknown): Message {
  const { displayName, languages } = (author ?? {}) as Message;
  const kept = {
    ...(displayName === undefined || displayName === "" ? {} : { displayName }),
    ...(languages === undefined ? {} : { languages }),
  };
  return Object.keys(kept).length === 0 ? {} : { author: kept };
}

/** Fields that a path has as one segment. */
function adjustIds(request: Message): Message {
  const isSegment = (name: string): boolean =>
    request[name] !== "." && request[name] !== ".." && (request[name] !== "" || name === "tenant");
  const ids = ["id", "taskId", "tenant"].filter((name) => !isSegment(name));
  return { ...request, ...Object.fromEntries(ids.map((name) => [name, "dots"])) };
}

describe.each(services)(
  `every request of $name arrives as it was sent (seed ${seed})`,
  ({ service, fakes, protocol, adjust, except = [] }) => {
    const methods = Object.entries<Method>(service.methods).filter(
      ([, { http, kind, name }]) =>
        http.length > 0 && (kind === "unary" || kind === "server") && !except.includes(name),
    );
    test.each(methods)("%s", { tags: "thorough" }, async (key, method) => {
      let received: unknown;
      let answers: readonly unknown[] = [];
      const handler = {
        [key]:
          method.kind === "unary"
            ? (request: unknown) => {
                received = request;
                return Promise.resolve(answers[0]);
              }
            : async function* (request: unknown) {
                received = request;
                yield* answers;
              },
      };
      const host = createHost({
        services: [implement(service, handler)],
        // Events here are what a transport has to carry, not streams of an agent.
        checkAnswers: "shape",
        authenticate: () => ({ id: "someone" }),
      });
      const client = createClient(
        service,
        createRestTransport(protocol, { url: await serve(createRestHandler(host)) }),
      ) as unknown as Readonly<Record<string, (request: unknown) => unknown>>;
      const requests = sampleValues(method.input, fakes, rounds);
      const all = sampleValues(method.output, fakes, 3 * rounds);
      for (let round = 0; round < rounds; round++) {
        const random = createRandom(`${seed}/${service.typeName}/${key}/${round}`);
        const made = requests[round];
        const change = adjust[method.name];
        const request =
          typeof made === "object" ? (change?.(made as Message, random) ?? adjustIds(made as Message)) : made;
        const count = method.kind === "unary" ? 1 : random.integer(0, 3);
        answers = all.slice(3 * round, 3 * round + count);
        const result = client[key]?.(request);
        const got =
          method.kind === "unary" ? [await result] : await collect(result as AsyncIterable<unknown>);
        expect(method.input.encode(received)).toEqual(method.input.encode(request));
        const { responseBody } = method.http[0] ?? {};
        expect(got.map((value) => method.output.encode(value))).toEqual(
          answers.map((value) => {
            const encoded = method.output.encode(value);
            return responseBody === undefined ? encoded : pick(encoded as Message, responseBody);
          }),
        );
      }
    });
  },
);

function pick(message: Message, field: string): Message {
  return Object.hasOwn(message, field) ? { [field]: message[field] } : {};
}

const wellKnown: FakeTypes = {
  "google.protobuf.Empty": "empty",
  "google.protobuf.Int64Value": "int64",
  "google.protobuf.Struct": "struct",
  "google.protobuf.Timestamp": "timestamp",
};

/** Any values of a type, as its codec writes them. */
function sampleValues(codec: Codec<unknown>, fakes: object, count: number): readonly unknown[] {
  const fake = listFakes(fakes).get(codec.typeName) ?? fakeOf<unknown>(wellKnown, codec.typeName);
  const values = fc.sample(arbitraryOf(fake), { seed: Number(seed), numRuns: count });
  return values.map((value) => codec.parse(codec.stringify(value)));
}
