import type { FileView } from "./to-file-view.ts";

/** What a path can have in brackets. */
export const pathNames = ["file", "service", "message", "enum"] as const;

type PathName = (typeof pathNames)[number];

/** What a template with a bracketed name in its path gets in addition: the file, and the named item. */
interface TemplateSubject {
  readonly file?: FileView;
  readonly service?: FileView["services"][number];
  readonly message?: FileView["messages"][number];
  readonly enum?: FileView["enums"][number];
}

/** One file that a template is rendered to. */
export interface Expansion {
  readonly path: string;
  readonly subject: TemplateSubject;
}

/** The files of a template, by the names in brackets in its path; a text says what is wrong with the path. */
export function expandPath(pattern: string, files: readonly FileView[]): readonly Expansion[] | string {
  const names = [...pattern.matchAll(/\[([^\]]*)\]/g)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !isPathName(name));
  if (unknown !== undefined) {
    return `there is no [${unknown}]; a path can have ${pathNames.map((name) => `[${name}]`).join(", ")}`;
  }
  const kinds = new Set(names.filter((name) => name !== "file"));
  if (kinds.size > 1) {
    return `expected at most one of [service], [message], [enum] in a path; found ${[...kinds].map((name) => `[${name}]`).join(", ")}`;
  }
  if (names.length === 0) return [{ path: pattern, subject: {} }];
  const [kind = "file"] = kinds;
  return files.flatMap((file) =>
    subjectsOf(file, kind).map(({ subject, identifier }) => ({
      path: pattern.replaceAll(/\[([^\]]*)\]/g, (_, name: string) =>
        name === "file" ? file.name.replace(/\.proto$/, "") : identifier,
      ),
      subject,
    })),
  );
}

function isPathName(name: string): name is PathName {
  return (pathNames as readonly string[]).includes(name);
}

interface Subject {
  readonly subject: TemplateSubject;
  readonly identifier: string;
}

function subjectsOf(file: FileView, kind: string): readonly Subject[] {
  switch (kind) {
    case "service":
      return file.services.map((service) => ({
        subject: { file, service },
        identifier: service.identifier,
      }));
    case "message":
      return file.messages.map((message) => ({
        subject: { file, message },
        identifier: message.identifier,
      }));
    case "enum":
      return file.enums.map((enumeration) => ({
        subject: { file, enum: enumeration },
        identifier: enumeration.identifier,
      }));
    default:
      return [{ subject: { file }, identifier: "" }];
  }
}

/** What is wrong with the path of an output; undefined for a path that stays below the output directory. */
export function findPathProblem(path: string): string | undefined {
  const names = path.split("/");
  const isInside = names.every((name) => name !== "" && name !== "." && name !== "..");
  if (isInside && !/[\\\0]/.test(path) && !/^[A-Za-z]:/.test(path)) return undefined;
  return `expected a path below the output directory; found ${JSON.stringify(path)}`;
}
