import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
} from "openapi3-ts/oas32";
import { buildOpenApi } from "../../../../../generators/emit/openapi/build-openapi.ts";
import { createOpenApiEmitter } from "../../../../../generators/emit/openapi/emit-openapi.ts";
import type { OpenApiVersion } from "../../../../../generators/emit/openapi/openapi-version.ts";
import type { DataFile } from "../../../../../generators/emit/shared/emitter.ts";
import { createDiagnostics, formatDiagnostic } from "../../../../../generators/model/diagnostics.ts";
import type { Model } from "../../../../../generators/model/model.ts";
import { loadYamlWriter } from "../../../../../generators/template/load-yaml-writer.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";

/** What documents are made of here: the two versions of the protocol, and a package that is neither. */
export const subjects = {
  "a2a-1.0-draft": "a2a/v1/a2a.proto",
  "a2a-1.0": "lf/a2a/v1/a2a.proto",
  library: "library/v1/library.proto",
} as const;

export type Subject = keyof typeof subjects;

export const subjectNames: readonly Subject[] = ["a2a-1.0-draft", "a2a-1.0", "library"];

const protos = join(import.meta.dirname, "protos");

/** The protos of the library by path. */
export async function readLibraryProtos(): Promise<Readonly<Record<string, string>>> {
  const paths = ["library/v1/library.proto", "library/common/money.proto"];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(protos, path), "utf8")] as const)),
  );
}

const models = new Map<Subject, Promise<Model>>();

export function loadSubject(subject: Subject): Promise<Model> {
  const known = models.get(subject) ?? load(subject);
  models.set(subject, known);
  return known;
}

async function load(subject: Subject): Promise<Model> {
  const path = subjects[subject];
  const texts = subject === "library" ? await readLibraryProtos() : {};
  const { model, diagnostics } = loadModel(await compileProtos(texts, [path]), { requested: [path] });
  if (diagnostics.length > 0) throw new Error(diagnostics.join("\n"));
  return model;
}

export interface BuiltDocument {
  readonly document: OpenAPIObject;
  /** What was reported, one line each. */
  readonly diagnostics: readonly string[];
}

export async function buildDocument(subject: Subject, version: OpenApiVersion): Promise<BuiltDocument> {
  const diagnostics = createDiagnostics();
  const document = buildOpenApi(await loadSubject(subject), { version, diagnostics });
  return { document, diagnostics: diagnostics.list.map(formatDiagnostic) };
}

/** Every file that the emitter writes for a subject. */
export async function emitDocuments(subject: Subject): Promise<readonly DataFile[]> {
  const emit = createOpenApiEmitter(await loadYamlWriter());
  return emit(await loadSubject(subject), { diagnostics: createDiagnostics(), generator: "a2agen 1.2.3" });
}

export interface PlacedOperation {
  readonly path: string;
  readonly verb: string;
  readonly operation: OperationObject;
}

const verbs = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** Every operation of a document but those of callbacks, in its order. */
export function listOperations(document: OpenAPIObject): readonly PlacedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => operationsOf(path, item));
}

function operationsOf(path: string, item: PathItemObject): readonly PlacedOperation[] {
  const fixed = verbs.flatMap((verb) => {
    const operation = item[verb];
    return operation === undefined ? [] : [{ path, verb: verb.toUpperCase(), operation }];
  });
  const others = Object.entries(item.additionalOperations ?? {});
  return [...fixed, ...others.map(([verb, operation]) => ({ path, verb, operation }))];
}

/** The operation with an id; throws when there is none. */
export function findOperation(document: OpenAPIObject, operationId: string): OperationObject {
  const operations = listOperations(document);
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) {
    const known = operations.map(({ operation }) => operation.operationId).join(", ");
    throw new Error(`no operation ${operationId}; there are ${known}`);
  }
  return found.operation;
}

/** The parameters of an operation that stand in itself. */
export function ownParameters({ parameters = [] }: OperationObject): readonly ParameterObject[] {
  return parameters.filter((parameter): parameter is ParameterObject => !("$ref" in parameter));
}

/** The parameters of an operation that are references. */
export function parameterReferences({ parameters = [] }: OperationObject): readonly string[] {
  return parameters.filter((item): item is ReferenceObject => "$ref" in item).map(({ $ref }) => $ref);
}
