import type { DescFile } from "@bufbuild/protobuf";
import type { FileDescriptorProto, SourceCodeInfo_Location } from "@bufbuild/protobuf/wkt";
import type { Position } from "../../model/model.ts";
import { cleanComment } from "./clean-comment.ts";

/** Where every declaration of a file stands and what its comment says, looked up in constant time. */
export interface SourceIndex {
  position(declaration: object): Position;
  /** Where an option stands, by its number and those of fields in it; the nearest known place otherwise. */
  optionPosition(declaration: object, ...numbers: readonly number[]): Position;
  comment(declaration: object): string;
}

// Field numbers of google.protobuf.FileDescriptorProto and its parts: the steps of a source location's path.
const inFile = { message: 4, enum: 5, service: 6, extension: 7 } as const;
const inMessage = { field: 2, message: 3, enum: 4, extension: 6, oneof: 8 } as const;
const inEnum = { value: 2 } as const;
const inService = { method: 2 } as const;
const optionsIn = { message: 7, service: 3, field: 8, oneof: 2 } as const;

/** Indexes the source locations of a file by the descriptor protos that they belong to. */
export function indexSource(file: DescFile): SourceIndex {
  const proto = file.proto;
  const locations = new Map<string, SourceCodeInfo_Location>();
  for (const location of proto.sourceCodeInfo?.location ?? []) {
    const key = location.path.join(".");
    if (!locations.has(key)) locations.set(key, location);
  }
  const paths = indexPaths(proto);
  const locate = (declaration: object): SourceCodeInfo_Location | undefined => {
    const path = paths.get(declaration);
    return path === undefined ? undefined : locations.get(path);
  };
  const toPosition = (location: SourceCodeInfo_Location | undefined): Position => {
    const [line = 0, column = 0] = location?.span ?? [];
    return { file: proto.name, line: line + 1, column: column + 1 };
  };
  // An option that is set member by member has a location for each of them.
  const locateOption = (prefix: string): SourceCodeInfo_Location | undefined =>
    locations.get(prefix) ??
    proto.sourceCodeInfo?.location.find((location) => location.path.join(".").startsWith(`${prefix}.`));
  return {
    position: (declaration) => toPosition(locate(declaration)),
    optionPosition(declaration, ...numbers) {
      const path = paths.get(declaration) ?? "";
      for (let length = numbers.length; length > 0; length--) {
        const option = [path, optionsOf(path), ...numbers.slice(0, length)].join(".");
        const location = locateOption(option);
        if (location !== undefined) return toPosition(location);
      }
      return toPosition(locate(declaration));
    },
    comment(declaration) {
      const location = locate(declaration);
      return cleanComment(location?.leadingComments || location?.trailingComments || "");
    },
  };
}

/** The number of the field that holds the options of what has a path. */
function optionsOf(path: string): number {
  const steps = path.split(".").map(Number);
  const kind = steps.at(-2);
  if (steps.length === 2) {
    return kind === inFile.service
      ? optionsIn.service
      : kind === inFile.extension
        ? optionsIn.field
        : optionsIn.message;
  }
  if (kind === inMessage.field || kind === inMessage.extension) return optionsIn.field;
  return kind === inMessage.oneof ? optionsIn.oneof : optionsIn.message;
}

function indexPaths(file: FileDescriptorProto): ReadonlyMap<object, string> {
  const paths = new Map<object, string>([[file, fileCommentPath(file)]]);
  const add = (declarations: readonly object[], prefix: string, step: number): void => {
    for (const [i, declaration] of declarations.entries()) paths.set(declaration, `${prefix}${step}.${i}`);
  };
  const pathOf = (declaration: object): string => `${paths.get(declaration) ?? ""}.`;
  const enums = [...file.enumType];
  const messages = [...file.messageType];
  add(file.messageType, "", inFile.message);
  add(file.enumType, "", inFile.enum);
  add(file.service, "", inFile.service);
  add(file.extension, "", inFile.extension);
  // `messages` grows while it is walked: nested messages come behind.
  for (const message of messages) {
    const prefix = pathOf(message);
    add(message.field, prefix, inMessage.field);
    add(message.nestedType, prefix, inMessage.message);
    add(message.enumType, prefix, inMessage.enum);
    add(message.oneofDecl, prefix, inMessage.oneof);
    add(message.extension, prefix, inMessage.extension);
    messages.push(...message.nestedType);
    enums.push(...message.enumType);
  }
  for (const enumeration of enums) add(enumeration.value, pathOf(enumeration), inEnum.value);
  for (const service of file.service) add(service.method, pathOf(service), inService.method);
  return paths;
}

/** A file's comment stands before `syntax` or `edition`; without one there, before `package`. */
function fileCommentPath(file: FileDescriptorProto): string {
  const steps = { package: "2", syntax: "12", edition: "14" };
  const commented = (step: string): boolean =>
    file.sourceCodeInfo?.location.some(
      ({ path, leadingComments }) => path.length === 1 && String(path[0]) === step && leadingComments !== "",
    ) ?? false;
  return [steps.syntax, steps.edition].find(commented) ?? steps.package;
}
