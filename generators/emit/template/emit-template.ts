import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Position } from "../../model/model.ts";
import type { ProjectTemplate } from "../../template/project-templates.ts";
import type { DataEmitter, DataFile } from "../shared/emitter.ts";
import { templateDiagnostics } from "./diagnostics.ts";
import { type Expansion, expandPath, findPathProblem } from "./expand-path.ts";
import { type FileView, toFileViews } from "./to-file-view.ts";

/** Makes the emitter of a template directory: it renders each for what its path names, and copies files. */
export function createTemplateEmitter(templates: readonly ProjectTemplate[]): DataEmitter {
  return (model, { generator, diagnostics }) => {
    const files = toFileViews(model);
    const output = createOutput(diagnostics);
    const common = {
      generator,
      files,
      services: files.flatMap((file) => file.services),
      messages: files.flatMap((file) => file.messages),
      enums: files.flatMap((file) => file.enums),
    };
    for (const template of templates) {
      if (template.kind === "copy") {
        output.add({ path: template.path, text: template.text }, template.place);
        continue;
      }
      for (const { path, subject } of expansionsOf(template, { files, output })) {
        const result = template.render({ ...common, path, ...subject });
        if (!result.ok) output.fail(result, result.message);
        // A template that has nothing to say of a file or a service writes no file for it.
        else if (result.text.trim() !== "") output.add({ path, text: result.text }, template.place);
      }
    }
    return output.files;
  };
}

function expansionsOf(
  { path, place }: ProjectTemplate,
  { files, output }: { readonly files: readonly FileView[]; readonly output: Output },
): readonly Expansion[] {
  const expansions = expandPath(path, files);
  if (typeof expansions !== "string") return expansions;
  output.fail({ file: place, line: 1, column: 1 }, expansions);
  return [];
}

/** The files so far, and what is wrong with them; each problem is told once. */
interface Output {
  readonly files: readonly DataFile[];
  add(file: DataFile, place: string): void;
  fail(position: Position, problem: string): void;
}

function createOutput(diagnostics: Diagnostics): Output {
  const files: DataFile[] = [];
  const owners = new Map<string, string>();
  const told = new Set<string>();
  const fail = ({ file, line, column }: Position, problem: string): void => {
    const key = JSON.stringify([file, line, column, problem]);
    if (told.has(key)) return;
    told.add(key);
    diagnostics.report(templateDiagnostics.template, { file, line, column }, { problem });
  };
  return {
    files,
    fail,
    add(file, place) {
      const problem = findPathProblem(file.path);
      const owner = owners.get(file.path);
      const position = { file: place, line: 1, column: 1 };
      if (problem !== undefined) fail(position, problem);
      else if (owner !== undefined) {
        const by = owner === place ? "twice" : `by ${owner} as well`;
        fail(position, `${JSON.stringify(file.path)} is written ${by}; give each file a path of its own`);
      } else {
        owners.set(file.path, place);
        files.push(file);
      }
    },
  };
}
