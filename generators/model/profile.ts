import type { ProfileData } from "./profile-types.ts";

export type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** A protocol version with its JSON dialect, as `profiles/profile.schema.json` describes it. */
export type Profile = DeepReadonly<ProfileData>;

export type FieldLimits = Profile["fields"][string];
export type ErrorMapping = Profile["errors"][number];
export type JsonRpcErrorMapping = Profile["jsonRpcErrors"][number];
export type ServiceParameter = Profile["serviceParameters"][number];
export type ResourceName = Profile["resourceNames"][number];
export type MediaTypes = Profile["contentTypes"]["http"];
