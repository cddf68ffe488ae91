import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");

interface Arrow {
  readonly name: string;
  /** A file of the folder, with what it may and may not import. */
  readonly given: string;
  readonly allowed: readonly string[];
  readonly banned: readonly string[];
}

const arrows: readonly Arrow[] = [
  {
    name: "naming imports only its own files",
    given: "generators/naming/probe.ts",
    allowed: ['import "./casing.ts"'],
    banned: [
      'import "../model/model.ts"',
      'import type { A } from "../model/model.ts"',
      'export * from "../emit/types/emit-types.ts"',
      'import "../plugins/plugin.ts"',
      'import "../print/source-file.ts"',
      'import "../cli/main.ts"',
      'import "@bufbuild/protobuf"',
      'import "@bufbuild/protobuf/wkt"',
      'import "node:fs"',
      'await import("../model/model.ts")',
    ],
  },
  {
    name: "print imports only its own files and naming",
    given: "generators/print/probe.ts",
    allowed: ['import "./source-file.ts"', 'import "../naming/order.ts"'],
    banned: [
      'import type { A } from "../model/model.ts"',
      'import "../emit/types/emit-types.ts"',
      'import "../plugins/plugin.ts"',
      'import "../cli/main.ts"',
      'import "@bufbuild/protobuf"',
      'import "@bufbuild/protoplugin"',
    ],
  },
  {
    name: "profile knows nothing of the model and of protobuf",
    given: "generators/profile/probe.ts",
    allowed: [
      'import "./profile.ts"',
      'import "../naming/order.ts"',
      'import "../../profiles/proto.yaml"',
      'import "node:fs/promises"',
      'await import("yaml")',
      'await import("ajv/dist/2020.js")',
    ],
    banned: [
      'import type { A } from "../model/model.ts"',
      'import "../emit/types/emit-types.ts"',
      'import "../cli/main.ts"',
      'import "@bufbuild/protobuf"',
    ],
  },
  {
    name: "template sees naming, the templates and handlebars",
    given: "generators/template/probe.ts",
    allowed: [
      'import "./template-error.ts"',
      'import "../naming/order.ts"',
      'import "../../templates/docs/page.hbs?raw"',
      'import "node:fs"',
      'import "handlebars"',
    ],
    banned: [
      'import type { A } from "../model/model.ts"',
      'import "../emit/docs/emit-docs.ts"',
      'import "../cli/main.ts"',
      'import "yaml"',
    ],
  },
  {
    name: "yaml sees yaml",
    given: "generators/yaml/probe.ts",
    allowed: ['import "./load-yaml-writer.ts"', 'import "yaml"'],
    banned: ['import "../naming/order.ts"', 'import "../model/model.ts"', 'import "handlebars"'],
  },
  {
    name: "from-schema sees naming and print, and json-schema-to-typescript on demand",
    given: "generators/from-schema/probe.ts",
    allowed: [
      'import "./read-schema.ts"',
      'import "../naming/order.ts"',
      'import "../print/source-file.ts"',
      'await import("json-schema-to-typescript")',
    ],
    banned: [
      'import type { A } from "../model/model.ts"',
      'import "../emit/json/emit-json.ts"',
      'import "../profile/profile.ts"',
      'import "../cli/main.ts"',
      'import "../../runtime/core/index.ts"',
      'import "@bufbuild/protobuf"',
      'import "ajv"',
      'import "node:fs"',
    ],
  },
  {
    name: "model sees naming, profile and protobuf",
    given: "generators/model/probe.ts",
    allowed: [
      'import "./model.ts"',
      'import "../naming/order.ts"',
      'import "../profile/profile.ts"',
      'import "@bufbuild/protobuf"',
      'import "@bufbuild/protobuf/wkt"',
    ],
    banned: [
      'import type { A } from "../emit/shared/emitter.ts"',
      'import "../print/source-file.ts"',
      'import "../plugins/plugin.ts"',
      'import "../cli/main.ts"',
      'import "@bufbuild/protoplugin"',
      'import "../../runtime/core/index.ts"',
    ],
  },
  {
    name: "emit sees naming, print, the index of the model, and types of model and profile",
    given: "generators/emit/types/probe.ts",
    allowed: [
      'import "./doc-text.ts"',
      'import "../shared/emitter.ts"',
      'import "../../naming/order.ts"',
      'import "../../print/source-file.ts"',
      'import "../../model/index-model.ts"',
      'import type { A } from "../../model/model.ts"',
      'import type { A } from "../../profile/profile.ts"',
    ],
    banned: [
      'import "../../model/build-model.ts"',
      'import "../../profile/load-profile.ts"',
      'import "../../plugins/plugin.ts"',
      'import type { A } from "../../plugins/plugin.ts"',
      'import "../../cli/main.ts"',
      'import type { A } from "../../cli/main.ts"',
      'import "@bufbuild/protobuf"',
      'import type { A } from "@bufbuild/protobuf"',
      'import "@a2agen/runtime"',
      'import "../../../runtime/core/index.ts"',
      'import type { A } from "../../../runtime/core/index.ts"',
      'import "node:fs"',
    ],
  },
  {
    name: "emit/openapi also sees the types of OpenAPI documents",
    given: "generators/emit/openapi/probe.ts",
    allowed: [
      'import "./build-openapi.ts"',
      'import "../jsonschema/schema.ts"',
      'import "../../model/index-model.ts"',
      'import type { A } from "../../model/model.ts"',
      'import type { A } from "openapi3-ts/oas32"',
    ],
    banned: [
      'import "openapi3-ts/oas32"',
      'import type { A } from "openapi3-ts"',
      'import "yaml"',
      'import "../../yaml/load-yaml-writer.ts"',
      'import "../../model/build-model.ts"',
      'import type { A } from "../../plugins/plugin.ts"',
      'import type { A } from "../../cli/main.ts"',
      'import "node:fs"',
    ],
  },
  {
    name: "plugins see everything in generators but the command line",
    given: "generators/plugins/probe.ts",
    allowed: [
      'import "./options.ts"',
      'import "../model/build-model.ts"',
      'import "../emit/types/emit-types.ts"',
      'import "../profile/load-profile.ts"',
      'import "@bufbuild/protoplugin"',
      'import "@bufbuild/protobuf/wkt"',
      'import "node:path"',
      'await import("ts-morph")',
    ],
    banned: [
      'import "../cli/main.ts"',
      'import "../../runtime/core/index.ts"',
      'import "../../scripts/build-plugins.ts"',
      'import "typescript"',
      'import "yaml"',
    ],
  },
  {
    name: "scripts do not import the command line",
    given: "scripts/probe.ts",
    allowed: ['import "./build-plugins.ts"', 'import "../generators/profile/profile.ts"', 'import "yaml"'],
    banned: ['import "../generators/cli/main.ts"'],
  },
  {
    name: "generated code imports the runtime and files beside it",
    given: "generated/a2a/probe.ts",
    allowed: [
      'import "./task.ts"',
      'import "./v1/task.ts"',
      'import "@a2agen/runtime"',
      'import "@a2agen/runtime/binary"',
    ],
    banned: [
      'import "../other/task.ts"',
      'import "../../runtime/core/index.ts"',
      'import type { A } from "../../generators/model/model.ts"',
      'import "@bufbuild/protobuf/wire"',
      'import "node:fs"',
    ],
  },
  {
    name: "generated code in a folder stays in its package",
    given: "generated/a2a/lf/a2a/v1/probe.ts",
    allowed: [
      'import "./task.ts"',
      'import "../../../task.ts"',
      'import "../v2/task.ts"',
      'import "@a2agen/runtime"',
    ],
    banned: ['import "../../../../other/task.ts"', 'import "@bufbuild/protobuf"', 'import "canonicalize"'],
  },
  {
    name: "the translators import the packages of the versions",
    given: "generated/translate/src/probe.ts",
    allowed: ['import "./draft.ts"', 'import "@a2agen/runtime/translate"', 'import "@a2agen/a2a-0.3"'],
    banned: ['import "../../a2a-0.3/src/index.ts"', 'import "@bufbuild/protobuf"', 'import "node:fs"'],
  },
  {
    name: "generators/translate sees the model and from-schema",
    given: "generators/translate/probe.ts",
    allowed: [
      'import "./plan.ts"',
      'import "../naming/order.ts"',
      'import "../print/source-file.ts"',
      'import "../from-schema/read-schema.ts"',
      'import "../model/index-model.ts"',
      'import type { A } from "../model/model.ts"',
      'import type { A } from "../profile/profile.ts"',
    ],
    banned: [
      'import "../emit/json/emit-json.ts"',
      'import "../plugins/plugin.ts"',
      'import "../cli/main.ts"',
      'import "../../runtime/core/index.ts"',
      'import "@bufbuild/protobuf"',
    ],
  },
  {
    name: "generators/init sees the generators and not the command line",
    given: "generators/init/probe.ts",
    allowed: [
      'import "./questions.ts"',
      'import "../plugins/generate.ts"',
      'import "../template/compile-project.ts"',
      'import "node:path"',
    ],
    banned: [
      'import "../cli/init/init.ts"',
      'import "../../runtime/core/index.ts"',
      'import type { A } from "ts-morph"',
    ],
  },
  {
    name: "generators/init/update edits code and nothing else",
    given: "generators/init/update/probe.ts",
    allowed: [
      'import "./add-stubs.ts"',
      'import "../../naming/words.ts"',
      'import "../../migrate/text-edits.ts"',
      'import type { A } from "ts-morph"',
    ],
    banned: [
      'import "../../cli/init/init.ts"',
      'import "../../migrate/migrate-text.ts"',
      'import "../../model/index-model.ts"',
    ],
  },
  {
    name: "generators/migrate sees the plans of the translators",
    given: "generators/migrate/probe.ts",
    allowed: [
      'import "./fate.ts"',
      'import "../profile/builtin-legacy.ts"',
      'import type { A } from "../translate/plan.ts"',
      'import "../../profiles/a2a-0.3.schema.json"',
      'import "node:path"',
      'import type { A } from "ts-morph"',
    ],
    banned: [
      'import "../cli/main.ts"',
      'import "../model/index-model.ts"',
      'import "../emit/json/emit-json.ts"',
      'import "../../runtime/core/index.ts"',
      'import "node:fs"',
      'import "yaml"',
    ],
  },
  {
    name: "generators/pack sees the model, and what compiles and checks",
    given: "generators/pack/probe.ts",
    allowed: [
      'import "./package-file.ts"',
      'import "../naming/order.ts"',
      'import type { A } from "../profile/profile.ts"',
      'import "../model/index-model.ts"',
      'import "node:crypto"',
      'import "@bufbuild/protobuf/wkt"',
      'import type { A } from "ts-morph"',
    ],
    banned: [
      'import "../cli/main.ts"',
      'import "../model/build-model.ts"',
      'import "../emit/json/emit-json.ts"',
      'import "../init/generate-code.ts"',
      'import "node:fs"',
      'import "node:zlib"',
    ],
  },
  {
    name: "generators/schema-site sees packages, and what renders and checks",
    given: "generators/schema-site/probe.ts",
    allowed: [
      'import "./site-url.ts"',
      'import "../naming/order.ts"',
      'import "../pack/package-file.ts"',
      'import "../naming/schema-host.ts"',
      'import type { A } from "../template/template.ts"',
      'import "node:crypto"',
    ],
    banned: [
      'import "../cli/main.ts"',
      'import "../model/build-model.ts"',
      'import "../emit/json/emit-json.ts"',
      'import "node:fs"',
      'import "yaml"',
    ],
  },
  {
    name: "runtime/translate sees core and service",
    given: "runtime/translate/probe.ts",
    allowed: ['import "./translator.ts"', 'import "../core/index.ts"', 'import "../service/method.ts"'],
    banned: ['import "../server/http-handler.ts"', 'import "../client/connect.ts"', 'import "node:fs"'],
  },
  {
    name: "runtime/extensions sees core and service",
    given: "runtime/extensions/probe.ts",
    allowed: ['import "./extension.ts"', 'import "../core/codec.ts"', 'import "../service/method.ts"'],
    banned: [
      'import "../translate/index.ts"',
      'import "../client/connect.ts"',
      'import "../http/http-message.ts"',
      'import "node:fs"',
    ],
  },
  {
    name: "runtime/agent sees core and service",
    given: "runtime/agent/probe.ts",
    allowed: [
      'import "./task-store.ts"',
      'import "./generated/lf/a2a/v1/a2a_types.ts"',
      'import "../core/codec.ts"',
      'import "../service/method.ts"',
    ],
    banned: [
      'import "../push/index.ts"',
      'import "../http/http-message.ts"',
      'import type { A } from "../../generators/model/model.ts"',
      'import "@a2agen/a2a-1.0"',
      'import "node:crypto"',
    ],
  },
  {
    name: "runtime/agent/conformance sees the agent kit, and no framework of tests",
    given: "runtime/agent/conformance/probe.ts",
    allowed: ['import "./within.ts"', 'import "../task-store.ts"'],
    banned: [
      'import "../../core/codec.ts"',
      'import "../../service/method.ts"',
      'import "vitest"',
      'import "node:assert"',
      'import "node:test"',
    ],
  },
  {
    name: "runtime/push sees core, service, the agent kit and Node",
    given: "runtime/push/probe.ts",
    allowed: [
      'import "./webhooks.ts"',
      'import "../core/codec.ts"',
      'import "../service/method.ts"',
      'import "../agent/index.ts"',
      'import "node:https"',
    ],
    banned: [
      'import "../http/http-message.ts"',
      'import "../translate/index.ts"',
      'import "@a2agen/translate"',
      'import "undici"',
    ],
  },
  {
    name: "compose sees naming and the negotiation of the runtime",
    given: "generators/compose/probe.ts",
    allowed: [
      'import "./universe.ts"',
      'import "../naming/order.ts"',
      'import type { A } from "../../runtime/negotiation/composition.ts"',
      'import "node:path"',
    ],
    banned: [
      'import "../model/model.ts"',
      'import "../cli/main.ts"',
      'import "../../runtime/core/index.ts"',
      'import "node:fs"',
      'import "json-schema-to-typescript"',
    ],
  },
  {
    name: "runtime/negotiation sees core",
    given: "runtime/negotiation/probe.ts",
    allowed: ['import "./composition.ts"', 'import "../core/index.ts"'],
    banned: ['import "../service/method.ts"', 'import "node:fs"', 'import "ajv"'],
  },
  {
    name: "runtime/core imports only its own files",
    given: "runtime/core/probe.ts",
    allowed: ['import "./problems.ts"'],
    banned: [
      'import "../binary/index.ts"',
      'import "../canonical/index.ts"',
      'import "@bufbuild/protobuf/wire"',
      'import "canonicalize"',
      'import "node:buffer"',
      'import type { A } from "../../generators/model/model.ts"',
    ],
  },
  {
    name: "runtime/binary sees core and the wire format",
    given: "runtime/binary/probe.ts",
    allowed: ['import "./index.ts"', 'import "../core/index.ts"', 'import "@bufbuild/protobuf/wire"'],
    banned: [
      'import "../canonical/index.ts"',
      'import "@bufbuild/protobuf"',
      'import "@bufbuild/protobuf/wkt"',
      'import "canonicalize"',
      'import "node:buffer"',
    ],
  },
  {
    name: "runtime/canonical sees core and canonicalize",
    given: "runtime/canonical/probe.ts",
    allowed: ['import "./index.ts"', 'import "../core/index.ts"', 'import "canonicalize"'],
    banned: ['import "../binary/index.ts"', 'import "@bufbuild/protobuf/wire"', 'import "node:buffer"'],
  },
  {
    name: "runtime/sse imports only its own files",
    given: "runtime/sse/probe.ts",
    allowed: ['import "./sse-event.ts"'],
    banned: ['import "../core/index.ts"', 'import "../http/http-message.ts"', 'import "eventsource-parser"'],
  },
  {
    name: "runtime/service sees core",
    given: "runtime/service/probe.ts",
    allowed: ['import "./host.ts"', 'import "../core/codec.ts"'],
    banned: [
      'import "../http/http-message.ts"',
      'import "../sse/index.ts"',
      'import "../jsonrpc/server.ts"',
      'import "node:events"',
    ],
  },
  {
    name: "runtime/http sees core, service and sse",
    given: "runtime/http/probe.ts",
    allowed: [
      'import "./http-message.ts"',
      'import "../core/codec.ts"',
      'import "../service/host.ts"',
      'import "../sse/index.ts"',
    ],
    banned: ['import "../jsonrpc/server.ts"', 'import "../adapters/node.ts"', 'import "node:http"'],
  },
  {
    name: "the binding JSON-RPC sees no other binding",
    given: "runtime/jsonrpc/probe.ts",
    allowed: [
      'import "./server.ts"',
      'import "../core/codec.ts"',
      'import "../service/host.ts"',
      'import "../sse/index.ts"',
      'import "../http/http-message.ts"',
    ],
    banned: [
      'import "../rest/server.ts"',
      'import "../grpc/server.ts"',
      'import "../client/index.ts"',
      'import "node:http"',
    ],
  },
  {
    name: "the binding HTTP+JSON sees no other binding",
    given: "runtime/rest/probe.ts",
    allowed: [
      'import "./server.ts"',
      'import "../core/codec.ts"',
      'import "../service/host.ts"',
      'import "../sse/index.ts"',
      'import "../http/http-message.ts"',
    ],
    banned: ['import "../jsonrpc/server.ts"', 'import "../grpc/server.ts"', 'import "node:http"'],
  },
  {
    name: "the binding gRPC sees no other binding",
    given: "runtime/grpc/probe.ts",
    allowed: [
      'import "./server.ts"',
      'import "../core/codec.ts"',
      'import "../service/host.ts"',
      'import "../binary/index.ts"',
      'import "@grpc/grpc-js"',
      'import "@bufbuild/protobuf/wire"',
    ],
    banned: [
      'import "../jsonrpc/server.ts"',
      'import "../http/http-message.ts"',
      'import "@bufbuild/protobuf"',
      'import "node:http2"',
    ],
  },
  {
    name: "adapters see http, service and Node",
    given: "runtime/adapters/probe.ts",
    allowed: [
      'import "./node.ts"',
      'import "../http/http-message.ts"',
      'import "../service/host.ts"',
      'import "node:http"',
    ],
    banned: ['import "../jsonrpc/server.ts"', 'import "express"', 'import "hono"'],
  },
  {
    name: "the client sees no binding",
    given: "runtime/client/probe.ts",
    allowed: ['import "./connect.ts"', 'import "../service/transport.ts"', 'import "../http/outgoing.ts"'],
    banned: ['import "../jsonrpc/client.ts"', 'import "../grpc/client.ts"', 'import "node:http"'],
  },
  {
    name: "signing sees jose",
    given: "runtime/signing/probe.ts",
    allowed: [
      'import "./sign-card.ts"',
      'import "../canonical/index.ts"',
      'import "../service/protocol.ts"',
      'import "jose"',
    ],
    banned: ['import "../http/outgoing.ts"', 'import "node:crypto"'],
  },
  {
    name: "tests see everything",
    given: "test/probe.ts",
    allowed: [
      'import "../generators/cli/main.ts"',
      'import "../runtime/core/problems.ts"',
      'import "@bufbuild/protobuf"',
    ],
    banned: [],
  },
  {
    name: "benchmarks see everything",
    given: "bench/probe.ts",
    allowed: ['import "../generators/cli/main.ts"', 'import "../generators/model/model.ts"', 'import "yaml"'],
    banned: [],
  },
];

interface Report {
  readonly diagnostics: readonly {
    /** Not set when the file is not valid. */
    readonly code?: string;
    readonly severity: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

let directory: string;
let report: Report;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-arrows-"));
  await copyFile(join(repository, ".oxlintrc.json"), join(directory, ".oxlintrc.json"));
  for (const { given, allowed, banned } of arrows) {
    await mkdir(dirname(join(directory, given)), { recursive: true });
    const lines = [...allowed, ...banned].map(
      (line, index) => `${line.replace("{ A }", `{ A as A${index} }`)};\n`,
    );
    await writeFile(join(directory, given), lines.join(""));
  }
  report = await lint();
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe("oxlint refuses imports against the arrows", () => {
  test.each(arrows)("$name", ({ given, allowed, banned }) => {
    const lines = [...allowed, ...banned];
    const found = report.diagnostics
      .filter(({ filename }) => filename === given)
      .filter(({ code }) => code === undefined || code === "eslint(no-restricted-imports)")
      .map(({ severity, labels }) => `${severity}: ${lines[(labels[0]?.span.line ?? 0) - 1]}`);
    expect([...new Set(found)].sort()).toEqual(banned.map((line) => `error: ${line}`).sort());
  });
});

/** Without the type-aware rules: those need a project, and the arrows need none. */
function lint(): Promise<Report> {
  const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [oxlint, "--format", "json", "--no-error-on-unmatched-pattern"],
      { cwd: directory },
      (_error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as Report);
        } catch (cause) {
          reject(new Error(`oxlint wrote no report\n${stdout}${stderr}`, { cause }));
        }
      },
    );
  });
}
