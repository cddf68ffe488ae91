/** What is used of @hyperjump/json-schema. */
interface Hyperjump {
  readonly registerSchema: (schema: object) => void;
  readonly unregisterSchema: (uri: string) => void;
  readonly validate: (uri: string) => Promise<(value: unknown) => { readonly valid: boolean }>;
}

// By a variable, since the declarations of the package do not pass `skipLibCheck: false`.
const name: string = "@hyperjump/json-schema/draft-2020-12";

export const { registerSchema, unregisterSchema, validate } = (await import(name)) as Hyperjump;
