import { dirname, join } from "node:path";
import { toLowerWords } from "@a2agen/generators/naming/casing.ts";
import type { ts as tsTypes } from "ts-morph";
import { skipOuter } from "../../migrate/typescript/expressions.ts";
import { TextEdits } from "../../migrate/typescript/text-edits.ts";
import { createImportAdder, type ImportAdder, type ImportWish } from "./add-imports.ts";
import { readStyle } from "./file-style.ts";
import { findHandlers, type Handlers } from "./find-handlers.ts";
import {
  constantsOf,
  findExtensions,
  findServices,
  type GeneratedExtension,
  type GeneratedService,
  type ProjectProgram,
  resolveAlias,
} from "./generated-code.ts";
import { inspectHandler, nameOf, type Remark } from "./inspect-handler.ts";
import { addStubs, writeHandler } from "./write-handler.ts";

/** A file before and after; `before` is undefined for one that is new. */
export interface UpdatedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** Something to know, with its place where it has one. */
export interface Note {
  readonly kind: "added" | "todo";
  readonly path?: string;
  /** From 1 on. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

export interface UpdatePlan {
  readonly files: readonly UpdatedFile[];
  readonly notes: readonly Note[];
}

export interface PlanInit {
  /** Creates a source file of the program that is not on the disk, to be imported from. */
  readonly createFile: (path: string) => tsTypes.SourceFile;
  readonly exists: (path: string) => boolean;
}

/** The changes of one file of the author's. */
export interface Editing {
  readonly edits: TextEdits;
  readonly imports: ImportAdder;
}

/** What a project needs since its protos were changed and generated again. Nothing is written. */
export function planUpdate(program: ProjectProgram, init: PlanInit): UpdatePlan {
  const services = findServices(program);
  const extensions = findExtensions(program);
  const handlers = findHandlers(program, services);
  const editings = new Map<tsTypes.SourceFile, Editing>();
  const created: UpdatedFile[] = [];
  const notes: Note[] = [];
  const context: PlanContext = {
    program,
    handlers,
    notes,
    edit(file) {
      const known = editings.get(file);
      if (known !== undefined) return known;
      const edits = new TextEdits(file.text);
      const editing = { edits, imports: createImportAdder(program, file, edits) };
      editings.set(file, editing);
      return editing;
    },
  };

  addMissing(context);
  const answered = new Set([
    ...handlers.handlers.flatMap((handler) => handler.services.map(({ service }) => service.name)),
    ...handlers.served,
  ]);
  const added: Registration[] = [];
  for (const service of services) {
    if (answered.has(service.name)) continue;
    const entry = addService(service, { ...context, init, created });
    if (entry !== undefined) added.push(entry);
  }
  registerHandlers(added, { ...context, extensions });

  const files = [...editings].flatMap(([file, { edits, imports }]): UpdatedFile[] => {
    imports.finish();
    const after = edits.apply().text;
    return after === file.text ? [] : [{ path: file.fileName, before: file.text, after }];
  });
  return { files: [...files, ...created], notes };
}

/** The state of planning an update. */
export interface PlanContext {
  readonly program: ProjectProgram;
  readonly handlers: Handlers;
  readonly notes: Note[];
  edit(file: tsTypes.SourceFile): Editing;
}

/** Adds missing methods to existing handlers, and notes what needs a person's attention. */
function addMissing({ program, handlers, notes, edit }: PlanContext): void {
  const remark = ({ node, message }: Remark): void => {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    notes.push({ kind: "todo", path: file.fileName, line: line + 1, column: character + 1, message });
  };
  for (const node of handlers.gone) {
    remark({ node, message: `there is no service ${node.getText()} any more; take out what answers it` });
  }
  for (const handler of handlers.handlers) {
    const { missing, remarks } = inspectHandler(program, handler);
    for (const each of remarks) remark(each);
    if (missing.length === 0) continue;
    const { edits, imports } = edit(handler.file);
    const methods = missing.map(({ method }) => method);
    addStubs(handler, methods, { program, imports, style: readStyle(program.ts, handler.file), edits });
    const names = methods.map(({ name }) => name).join(", ");
    notes.push({
      kind: "added",
      path: handler.file.fileName,
      message: `added ${names} to ${nameOf(handler)}`,
    });
  }
}

interface AddServiceContext extends PlanContext {
  readonly init: PlanInit;
  readonly created: UpdatedFile[];
}

/** Writes a class for a service that nothing answers. */
function addService(service: GeneratedService, context: AddServiceContext): Registration | undefined {
  const { program, handlers, notes, init, created } = context;
  const mark = findMark(program.authored, "services") ?? findMark(program.authored, "extensions");
  if (mark === undefined && !handlers.isServer) {
    notes.push({
      kind: "todo",
      message: `nothing answers ${service.name}, and nothing here serves anything`,
    });
    return undefined;
  }
  const directory = dirname(
    mark?.file.fileName ?? handlers.handlers[0]?.file.fileName ?? service.file.fileName,
  );
  const base = toLowerWords(service.name, "-");
  const path = [`${base}.ts`, `${base}-handler.ts`]
    .map((name) => join(directory, name))
    .find((candidate) => !init.exists(candidate));
  if (path === undefined) {
    const message = `nothing answers ${service.name}, and ${base}.ts and ${base}-handler.ts are there: write a class that implements it`;
    notes.push({ kind: "todo", path: join(directory, `${base}.ts`), message });
    return undefined;
  }
  const className = `${service.name}Handler`;
  const file = init.createFile(path);
  const like = mark?.file ?? handlers.handlers[0]?.file;
  const after = writeHandler(service, { program, className, file, like });
  created.push({ path, before: undefined, after });
  notes.push({ kind: "added", path, message: `wrote ${className}, which answers ${service.name}` });
  return { service, className, file };
}

const markNames = ["services", "extensions", "codecs"] as const;

export type MarkName = (typeof markNames)[number];

/** A line of the author's above which entries are added. */
interface Mark {
  readonly file: tsTypes.SourceFile;
  /** Where the line begins. */
  readonly lineStart: number;
  readonly indent: string;
}

/** Finds the first "// a2agen:NAME" that is alone in its line, in the order of the files. */
export function findMark(files: readonly tsTypes.SourceFile[], name: MarkName): Mark | undefined {
  const pattern = new RegExp(`^([ \\t]*)// a2agen:${name}[ \\t]*\\r?$`, "m");
  for (const file of files) {
    const found = pattern.exec(file.text);
    if (found !== null) return { file, lineStart: found.index, indent: found[1] ?? "" };
  }
  return undefined;
}

/** A class that answers a service and is not served yet. */
interface Registration {
  readonly service: GeneratedService;
  readonly className: string;
  readonly file: tsTypes.SourceFile;
}

interface RegisterContext extends PlanContext {
  readonly extensions: readonly GeneratedExtension[];
}

/** Adds new handlers and extensions at the marks of the project, or notes what a person has to add. */
function registerHandlers(added: readonly Registration[], context: RegisterContext): void {
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
