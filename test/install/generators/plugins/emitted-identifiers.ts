import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DescriptorProto } from "@bufbuild/protobuf/wkt";
import { listFiles } from "../../../../scripts/list-files.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

const repository = join(import.meta.dirname, "../../../..");

/** What names of fields become in variables of generated code. */
const suffix = /(?:Field|Sent|Case|Set|Number)\d*$/;

/**
 * Every identifier that generated code has whatever the proto, and its parts, "binary" and "decode" of
 * "decodeBinary", since code puts names of protos together with words of its own. Read from what the emitters
 * write.
 */
export async function emittedIdentifiers(): Promise<readonly string[]> {
  const [features, committed] = await Promise.all([emitFeatures(), readCommitted()]);
  const ofTypes = new Set([...features, ...committed].flatMap(exportsOf));
  const ofFields = new Set(committed.flatMap(fieldsOf));
  const names = new Set([
    ...features.flatMap(identifiersOf),
    ...committed.flatMap(identifiersOf).filter((name) => !ofFields.has(name.replace(suffix, ""))),
  ]);
  const found = new Set<string>();
  for (const name of names) {
    if (ofTypes.has(name) || /zq|Entry$/i.test(name)) continue;
    const words = name.match(/^_+|[A-Z]*[a-z0-9]+|[A-Z]+|_+/g) ?? [];
    const parts = [name, words.slice(1).join(""), words.slice(0, -1).join("")];
    for (const part of parts.filter((one) => /^[A-Za-z_]\w*[A-Za-z]/.test(one))) found.add(part);
  }
  return [...found].sort();
}

/** Code of the feature protos with renamed fields, so that only the emitters' own names remain. */
async function emitFeatures(): Promise<readonly string[]> {
  const generate = (await listFiles(join(repository, "test/protos")))
    .filter((path) => path.startsWith("features/") && path.endsWith(".proto"))
    .sort();
  const files = await compileProtos({}, generate);
  let count = 0;
  const rename = (message: DescriptorProto): void => {
    for (const field of message.field) {
      // Code of these differs from that of others.
      if (field.name in Object.prototype) continue;
      count++;
      field.name = `zq_${count}`;
      field.jsonName = `zq${count}`;
    }
    for (const oneof of message.oneofDecl) {
      count++;
      oneof.name = `zq_${count}`;
    }
    message.nestedType.forEach(rename);
  };
  for (const file of files.file) if (generate.includes(file.name)) file.messageType.forEach(rename);
  const parameter = "target=ts,targets=types+json+binary+service+grpc,profile=proto";
  const { error, files: texts } = await runPlugin({ files, generate, parameter });
  if (error !== undefined) throw new Error(error);
  return Object.values(texts);
}

/** Code of A2A, of its extensions and of a service with HTTP rules, as it is committed. */
async function readCommitted(): Promise<readonly string[]> {
  const roots = [
    "generated/a2a-1.0/src",
    "generated/a2a-0.3/src",
    "test/generated",
    "test/expected/extension",
  ];
  const texts = roots.map(async (root) => {
    const paths = (await listFiles(join(repository, root))).filter((path) => path.endsWith(".ts"));
    return Promise.all(paths.map((path) => readFile(join(repository, root, path), "utf8")));
  });
  return (await Promise.all(texts)).flat();
}

function identifiersOf(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g, " ");
  return code.match(/(?<![\w$])[A-Za-z_]\w*(?![\w$])/g) ?? [];
}

/** The names of the fields of protos: JSON code has a case for each. */
function fieldsOf(text: string): readonly string[] {
  return [...text.matchAll(/case "(\w+)":/g)].map(([, name = ""]) => name);
}

function exportsOf(text: string): readonly string[] {
  const exported = text.matchAll(/export (?:async )?(?:function|const|type|interface|class) ([\w$]+)/g);
  return [...exported].map(([, name = ""]) => name);
}
