import { dirname, join } from "node:path";
import type { ts as tsTypes } from "ts-morph";
import { toLowerWords } from "../../../generators/naming/casing.ts";
import { TextEdits } from "../../migrate/typescript/text-edits.ts";
import { createImportAdder, type ImportAdder } from "./add-imports.ts";
import { addStubs } from "./add-stubs.ts";
import { readStyle } from "./file-style.ts";
import { findHandlers, type Handlers } from "./find-handlers.ts";
import { findMark } from "./find-marks.ts";
import {
  findExtensions,
  findServices,
  type GeneratedService,
  type ProjectProgram,
} from "./generated-code.ts";
import { inspectHandler, nameOf, type Remark } from "./inspect-handler.ts";
import { type Registration, registerHandlers } from "./register-handlers.ts";
import { writeHandler } from "./write-handler.ts";

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

/** What is known and noted while an update is planned. */
export interface PlanContext {
  readonly program: ProjectProgram;
  readonly handlers: Handlers;
  readonly notes: Note[];
  edit(file: tsTypes.SourceFile): Editing;
}

/** Adds what is missing to handlers that are there, and notes what a person has to look at. */
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
