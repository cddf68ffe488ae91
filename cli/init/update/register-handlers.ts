import type { ts as tsTypes } from "ts-morph";
import { skipOuter } from "../../migrate/typescript/expressions.ts";
import type { ImportWish } from "./add-imports.ts";
import { findMark, type MarkName } from "./find-marks.ts";
import {
  constantsOf,
  type GeneratedExtension,
  type GeneratedService,
  type ProjectProgram,
  resolveAlias,
} from "./generated-code.ts";
import type { PlanContext } from "./plan-update.ts";

/** A class that answers a service and is not served yet. */
export interface Registration {
  readonly service: GeneratedService;
  readonly className: string;
  readonly file: tsTypes.SourceFile;
}

interface RegisterContext extends PlanContext {
  readonly extensions: readonly GeneratedExtension[];
}

/** Adds new handlers and extensions at the marks of the project, or notes what a person has to add. */
export function registerHandlers(added: readonly Registration[], context: RegisterContext): void {
  const { program, handlers, extensions, notes } = context;
  const isServer = handlers.isServer || findMark(program.authored, "extensions") !== undefined;
  const rest = new Set(added);
  for (const extension of extensions) {
    const own = added.filter(({ service }) => extension.services.includes(service.name));
    if (isSupported(program, extension)) {
      for (const { service, className } of own) {
        const message = `add implement(${service.name}, new ${className}()) to the services of ${extension.name}, where it is supported`;
        notes.push({ kind: "todo", message });
      }
    } else if (isServer) {
      addEntry("extensions", { ...context, ...entryOf(extension, own) });
      const message = `declare ${extension.name} in the agent card: add { "uri": ${JSON.stringify(extension.uri)} } to capabilities.extensions; the server does not start without it`;
      notes.push({ kind: "todo", message });
    }
    for (const each of own) rest.delete(each);
  }
  for (const { service, className, file } of rest) {
    addEntry("services", {
      ...context,
      wishes: [
        implement,
        { name: service.name, isType: false, from: service.file },
        { name: className, isType: false, from: file },
      ],
      write: ([call = "", definition = "", handler = ""]) => `${call}(${definition}, new ${handler}())`,
    });
  }
  for (const { service } of added) addCodecs(service, context);
}

const implement: ImportWish = { name: "implement", isType: false, from: "@a2agen/runtime/host" };

interface EntryText {
  /** What has to be imported. */
  readonly wishes: readonly ImportWish[];
  /** The entry, by the names under which these are known. */
  write(names: readonly string[]): string;
}

function entryOf(extension: GeneratedExtension, own: readonly Registration[]): EntryText {
  const first: ImportWish = { name: extension.name, isType: false, from: extension.file };
  if (own.length === 0) return { wishes: [first], write: ([name = ""]) => `{ extension: ${name} }` };
  const wishes = own.flatMap(({ service, className, file }): ImportWish[] => [
    { name: service.name, isType: false, from: service.file },
    { name: className, isType: false, from: file },
  ]);
  return {
    wishes: [first, implement, ...wishes],
    write: ([name = "", call = "", ...names]) => {
      const services = own.map((_, index) => {
        return `${call}(${names[index * 2] ?? ""}, new ${names[index * 2 + 1] ?? ""}())`;
      });
      return `{ extension: ${name}, services: [${services.join(", ")}] }`;
    },
  };
}

/** Adds an entry above a mark, or notes it where there is none. */
function addEntry(mark: MarkName, { program, notes, edit, wishes, write }: PlanContext & EntryText): void {
  const place = findMark(program.authored, mark);
  if (place === undefined) {
    const text = write(wishes.map(({ name }) => name));
    notes.push({ kind: "todo", message: `add ${text} to the ${mark} of your ${owners[mark]}` });
    return;
  }
  const { edits, imports } = edit(place.file);
  const text = write(wishes.map((wish) => imports.nameFor(wish)));
  edits.insert(place.lineStart, `${place.indent}${text},\n`);
  notes.push({ kind: "added", path: place.file.fileName, message: `added ${text}` });
}

const owners: Readonly<Record<MarkName, string>> = {
  services: "host",
  extensions: "host",
  codecs: "gRPC server",
};

/** Where gRPC is served, its codecs are registered as well. */
function addCodecs(service: GeneratedService, context: PlanContext): void {
  const { program } = context;
  const name = `${service.name}Grpc`;
  const file = program.generated.find((each) =>
    constantsOf(program.ts, each, "GrpcCodecs").some((constant) => constant.name.text === name),
  );
  const hasMark = findMark(program.authored, "codecs") !== undefined;
  if (file === undefined || !hasMark) return;
  addEntry("codecs", {
    ...context,
    wishes: [{ name, isType: false, from: file }],
    write: ([codecs = ""]) => codecs,
  });
}

/** Whether something of the author's supports an extension: `{ extension: X }`. */
function isSupported(program: ProjectProgram, { symbol }: GeneratedExtension): boolean {
  const { ts, checker } = program;
  const visit = (node: tsTypes.Node): boolean => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "extension") {
      const value = checker.getSymbolAtLocation(skipOuter(node.initializer));
      if (resolveAlias(program, value) === symbol) return true;
    }
    return node.forEachChild((child) => (visit(child) ? true : undefined)) ?? false;
  };
  return program.authored.some((file) => visit(file));
}
