import * as older from "@a2agen/a2a-0.3";
import { fakeAgentCard as fakeOlderCard } from "@a2agen/a2a-0.3/fakes";
import { AgentCardCodec } from "@a2agen/a2a-1.0";
import { fakeAgentCard } from "@a2agen/a2a-1.0/fakes";
import { arbitraryOf, invalidOf } from "@a2agen/runtime/arbitraries";
import { a2a03ToA2a10Types } from "@a2agen/translate";
import {
  readAnswer,
  readCard,
  readRequest,
  writeAnswer,
  writeCard,
  writeRequest,
} from "@a2agen/translate/layer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { calls, fakeOf, type Subject, subjects, upgraded } from "./subjects.ts";

const parameters = { seed: Number(chooseSeed()), numRuns: runs(30) };

type Part = "request" | "response";

function valuesOf(subject: Subject, side: "older" | "newer", part: Part): fc.Arbitrary<unknown> {
  const fake = fakeOf(subject, side, part);
  return fake === undefined ? fc.constant({}) : arbitraryOf(fake);
}

function request(method: string, params: unknown) {
  return { jsonrpc: "2.0", id: 7, method, params: structuredClone(params) };
}

// The codecs and translators that hosts and clients use say what is right.
describe.each(subjects)("$name", { tags: "thorough" }, (subject) => {
  test("requests of the older version are read as the host reads them", () => {
    fc.assert(
      fc.property(valuesOf(subject, "older", "request"), (params) => {
        const read = readRequest(request(subject.older.name, params));
        const { ok, ...expected } = upgraded(subject, "request", params);
        expect(read).toMatchObject({ ok, id: 7, version: "0.3" });
        if (read.ok) expect(read).toEqual({ ok, ...expected, id: 7, version: "0.3", method: subject.name });
        else expect(read.error.issues).toEqual("issues" in expected && expected.issues);
      }),
      parameters,
    );
  });

  test("requests of the newer version are read as they are, by its name and that of the older one", () => {
    fc.assert(
      fc.property(valuesOf(subject, "newer", "request"), (params) => {
        const read = readRequest(JSON.stringify(request(subject.name, params)), {
          headers: { "A2A-Version": "1.0" },
        });
        const value = subject.newer.input.decode(JSON.parse(JSON.stringify(params)));
        expect(read).toEqual({ ok: true, id: 7, version: "1.0", method: subject.name, value, losses: [] });
      }),
      parameters,
    );
  });

  test("requests are written in the older version, and read again", () => {
    fc.assert(
      fc.property(valuesOf(subject, "newer", "request"), (params) => {
        const { value, losses } = subject.request.downgrade(params);
        const written = writeRequest({ version: "0.3", method: subject.name }, params as never);
        expect(written).toEqual({ method: subject.older.name, json: value, losses });
        expect(readRequest(request(written.method, written.json))).toMatchObject({ method: subject.name });
      }),
      parameters,
    );
  });
});

describe.each(calls)("answers of $name", { tags: "thorough" }, (subject) => {
  const { name } = subject;

  test("are written in each version as the host writes them", () => {
    fc.assert(
      fc.property(valuesOf(subject, "newer", "response"), (answer) => {
        const { value, losses } = subject.response.downgrade(answer);
        expect(writeAnswer({ version: "0.3", method: name }, answer as never)).toEqual({
          json: value,
          losses,
        });
        expect(writeAnswer({ version: "1.0", method: name }, answer as never)).toEqual({
          json: answer,
          losses: [],
        });
      }),
      parameters,
    );
  });

  test("are read of the older version as a client reads them", () => {
    fc.assert(
      fc.property(valuesOf(subject, "older", "response"), (answer) => {
        const read = readAnswer({ version: "0.3", method: name }, structuredClone(answer));
        expect(read).toEqual(upgraded(subject, "response", answer));
      }),
      parameters,
    );
  });
});

describe.each(["older", "newer"] as const)("a mistake in the %s version", { tags: "thorough" }, (side) => {
  test.each(subjects.filter((subject) => subject.name !== "GetExtendedAgentCard"))(
    "is reported by code and path: $name",
    (subject) => {
      const fake = fakeOf(subject, side, "request");
      if (fake === undefined) throw new Error(`${subject.name} takes nothing`);
      const headers = side === "newer" ? { "a2a-version": "1.0" } : {};
      fc.assert(
        fc.property(invalidOf(fake), ({ value, issues }) => {
          const read = readRequest(request(subject[side].name, value), { headers });
          const [{ path, problem } = { path: "", problem: "" }] = issues;
          // A value that is no object fails before it is a value of a type.
          const isParams = typeof value === "object" && value !== null && !Array.isArray(value);
          const code = isParams || Array.isArray(value) ? -32602 : -32600;
          expect(read).toMatchObject({ ok: false, error: { code } });
          const found = read.ok ? [] : (read.error.issues ?? []);
          if (isParams)
            expect(found.map((issue) => [issue.path, issue.code])).toContainEqual([path, problem]);
        }),
        parameters,
      );
    },
  );
});

test("cards of both versions are read and written", { tags: "thorough" }, () => {
  fc.assert(
    fc.property(arbitraryOf(fakeOlderCard), arbitraryOf(fakeAgentCard), (oldCard, card) => {
      const own = older.AgentCardCodec.decode(structuredClone(oldCard));
      const { value, losses } = a2a03ToA2a10Types.AgentCard.upgrade(own);
      const checked = AgentCardCodec.tryDecode(value);
      expect(readCard(structuredClone(oldCard))).toEqual(
        checked.ok
          ? { ok: true, version: "0.3", value: checked.value, losses }
          : { ok: false, version: "0.3", issues: checked.issues },
      );
      expect(readCard(structuredClone(card))).toMatchObject({ ok: true, version: "1.0", losses: [] });
      const written = a2a03ToA2a10Types.AgentCard.downgrade(card);
      expect(writeCard("0.3", card)).toEqual({ json: written.value, losses: written.losses });
      expect(writeCard("1.0", card)).toEqual({ json: card, losses: [] });
    }),
    parameters,
  );
});
