import type { SupportedExtension } from "../service/extension-support.ts";
import type { DataSide } from "./data-place.ts";

/** Definitions of extensions by the names that their user gives them. */
export type NamedExtensions<Named> = { readonly [Name in keyof Named]: SupportedExtension };

/** What can be read and written of any data. */
interface AnyAccess {
  readonly from?: DataSide;
  get(object: never, at?: never): unknown;
  set(object: never, data: never, init?: never): void;
  has(object: never): boolean;
}

/** The accesses of a definition by the names of their data; the only data of an extension is `data`. */
type AccessesOf<Definition> = Definition extends AnyAccess
  ? [DataOf<Definition>] extends [never]
    ? {
        readonly [Name in keyof Definition as Definition[Name] extends AnyAccess
          ? Name
          : never]: Definition[Name];
      }
    : { readonly data: Definition }
  : object;

type DataOf<Access> = Access extends { get(object: never, at?: never): infer Data }
  ? Exclude<Data, undefined>
  : never;

type TargetOf<Access> = Access extends { set(object: infer Target, data: never, init?: never): void }
  ? Target
  : never;

type SideOf<Access> = Access extends { readonly from?: infer Side extends DataSide } ? Side : DataSide;

/** The data that one side reads, which the other side may write; undefined where there is none. */
export type DataRead<Definition, Reader extends DataSide> = ReadOf<AccessesOf<Definition>, Reader>;

type ReadOf<Accesses, Reader extends DataSide> = {
  readonly [Name in keyof Accesses as Exclude<DataSide, Reader> extends SideOf<Accesses[Name]>
    ? Name
    : never]: DataOf<Accesses[Name]> | undefined;
};

/** What data may stand on where a side writes it: on a message, a status of a task, and so on. */
interface Objects {
  readonly message: { readonly messageId: string };
  readonly request: Objects["message"] | { readonly message: object };
  readonly status: Objects["message"] | { readonly taskId: string; readonly status: object };
  readonly artifact: { readonly artifactId: string } | { readonly artifact: object };
  readonly task: { readonly id: string; readonly status: object };
}

/** The data that one side writes where it writes `Kind`. */
export type DataWritten<Definition, Writer extends DataSide, Kind extends keyof Objects> = Listed<
  WrittenOf<AccessesOf<Definition>, Writer, Objects[Kind]>
>;

type WrittenOf<Accesses, Writer extends DataSide, Object> = {
  readonly [Name in keyof Accesses as Writer extends SideOf<Accesses[Name]>
    ? [Extract<TargetOf<Accesses[Name]>, Object>] extends [never]
      ? never
      : Name
    : never]?: DataOf<Accesses[Name]>;
};

/** Without any member every object would do. */
type Listed<Members> = [keyof Members] extends [never] ? Readonly<Record<string, never>> : Members;

/** The params of a definition's declarations; undefined for one without. */
export type ParamsOf<Definition> = Definition extends { paramsIn(declared: never): infer Params }
  ? Params
  : undefined;
