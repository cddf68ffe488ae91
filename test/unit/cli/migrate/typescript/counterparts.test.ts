import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as client from "@a2a-js/sdk/client";
import * as errors from "@a2a-js/sdk/errors";
import * as server from "@a2a-js/sdk/server";
import * as express from "@a2a-js/sdk/server/express";
import * as client03 from "@a2a-js/sdk-0.3/client";
import * as server03 from "@a2a-js/sdk-0.3/server";
import * as express03 from "@a2a-js/sdk-0.3/server/express";
import { describe, expect, test } from "vitest";
import { counterparts } from "../../../../../packages/cli/src/migrate/typescript/counterparts.ts";

/** Inner parts of the SDK, and errors of single bindings, which programs do not name. */
const inner =
  /^(?:assertUnreachableEvent|getSupportedVersions|validateVersion|STATE_HEADERS_KEY|TenantTransportDecorator|[A-Z0-9_]+|(?:JsonRpc|Rest)[A-Za-z]+Error|(?:is|to|from|extract)[A-Z]\w+|restStatusFor)$/;

const modules = { client, errors, server, express, client03, server03, express03 };
const known = counterparts.flatMap(({ names }) => names);

describe("the counterparts of the SDK", () => {
  test.each(Object.entries(modules))("cover %s", (_name, module) => {
    const names = Object.keys(module).filter((name) => !inner.test(name));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("are each named once", () => {
    expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  });

  test("stand in the page about migrating, word for word", async () => {
    const page = await readFile(join(import.meta.dirname, "../../../../../docs/migrating.md"), "utf8");
    const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
    const rows = counterparts.map(
      ({ names, use, from, how }) => `| ${code(names)} | ${use} | ${code(from.split(", "))} | ${how} |`,
    );
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });
});
