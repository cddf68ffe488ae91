import type { DeepReadonly } from "../model/profile.ts";
import type { TranslationManifestData } from "./manifest-types.ts";

/**
 * How the types of two versions of a protocol become each other, where names do not say it:
 * as `profiles/translations/translation.schema.json` describes it.
 */
export type Manifest = DeepReadonly<TranslationManifestData>;

export type TypeRule = NonNullable<Manifest["types"]>[number];
export type FieldRule = NonNullable<TypeRule["fields"]>[number];
export type InterfacesRule = NonNullable<TypeRule["interfaces"]>;
export type CardInterfaces = InterfacesRule["older"];
export type ChoiceRule = NonNullable<Manifest["choices"]>[number];
export type StandIn = NonNullable<ChoiceRule["standIns"]["older"]>[string];
