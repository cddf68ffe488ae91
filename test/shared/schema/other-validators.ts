import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** What is used of @hyperjump/json-schema, whose types do not fit ours. */
interface Hyperjump {
  registerSchema(schema: unknown, uri: string, dialect: string): void;
  unregisterSchema(uri: string): void;
  setShouldValidateFormat(isEnabled: boolean): void;
  validate(uri: string): Promise<(value: unknown) => { readonly valid: boolean }>;
}

const modules: readonly string[] = [
  "@hyperjump/json-schema/draft-07",
  "@hyperjump/json-schema/formats",
  "@hyperjump/json-schema/draft-2020-12",
];

async function loadHyperjump(): Promise<Hyperjump> {
  const [, , hyperjump] = await Promise.all(modules.map(async (name) => import(name) as Promise<Hyperjump>));
  if (hyperjump === undefined) throw new Error("@hyperjump/json-schema is not installed");
  hyperjump.setShouldValidateFormat(true);
  return hyperjump;
}

const loading = loadHyperjump();

export type Dialect = "7" | "2020-12";

export const dialects: Readonly<Record<Dialect, string>> = {
  "7": "http://json-schema.org/draft-07/schema#",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** Whether a value is valid; what the validator throws for a schema that it refuses. */
export type Verdict = (value: unknown) => boolean;

/** Formats that our checks assert; to others ajv would listen as well. */
const formats =
  "date-time date time duration email uri uri-reference uuid ipv4 ipv6 hostname json-pointer regex".split(
    " ",
  );

/** The verdict of ajv; in draft 7 what stands beside a reference counts for nothing. */
export function ajvVerdict(schema: unknown, dialect: Dialect): Verdict {
  const options = { strict: false, logger: false, ownProperties: true, validateSchema: false } as const;
  const evaluates = JSON.stringify(schema).includes('"unevaluated');
  // Without it ajv does not do what draft 7 says
  const old = { ...options, ignoreKeywordsWithRef: true };
  const ajv = dialect === "7" ? new Ajv(old) : new Ajv2020({ ...options, unevaluated: evaluates });
  addFormats(ajv, { mode: "full", formats });
  const validate = ajv.compile(schema as object | boolean);
  return (value) => validate(value);
}

let schemas = 0;

/** The verdict of hyperjump. */
export async function hyperjumpVerdict(schema: unknown, dialect: Dialect): Promise<Verdict> {
  const { registerSchema, unregisterSchema, validate } = await loading;
  schemas += 1;
  const uri = `https://example.com/schemas/${schemas}`;
  registerSchema(schema, uri, dialects[dialect]);
  try {
    const compiled = await validate(uri);
    return (value) => compiled(value).valid;
  } finally {
    unregisterSchema(uri);
  }
}
