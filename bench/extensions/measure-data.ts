import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SendMessageRequest, SendMessageRequestCodec } from "@a2agen/a2a-1.0";
import { FormExtension } from "@a2agen/ext-kagenti";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as zod from "zod";
import { median } from "../median.ts";

/** What is done to a request with 1 kB of an extension's data, in µs. */
export interface DataFigure {
  readonly name: string;
  readonly microseconds: number;
  /** Over reading the request alone, the median of the rounds. */
  readonly ratio: number;
}

const values = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `field_${i}`,
    i % 3 === 0
      ? { type: "multiselect", value: ["north", "south", `choice ${i}`] }
      : { type: "text", value: `What a person has entered here, ${i}` },
  ]),
);
const data = { form_fulfillments: { initial_form: { values } } };
const request: SendMessageRequest = {
  message: {
    messageId: "m-1",
    role: "ROLE_USER",
    parts: [{ text: "Here is the form." }],
    metadata: { [FormExtension.uri]: data },
    extensions: [FormExtension.uri],
  },
};
const text = JSON.stringify(request);
const { typeName } = SendMessageRequestCodec;

const path = join(import.meta.dirname, "../../packages/ext-kagenti/schemas/forms.json");
const schema = JSON.parse(await readFile(path, "utf8")) as { readonly $defs: object };
const root = { ...schema, $ref: "#/$defs/FormFulfillments" };
const validate = new Ajv2020({ strict: false }).compile(root);
const optionalText = zod.string().nullish();
const optionalTexts = zod.array(zod.string()).nullish();
const file = zod.object({ uri: zod.string(), name: optionalText, mime_type: optionalText });
const value = zod.discriminatedUnion("type", [
  zod.object({ type: zod.literal("text"), value: optionalText }),
  zod.object({ type: zod.literal("date"), value: optionalText }),
  zod.object({ type: zod.literal("file"), value: zod.array(file).nullish() }),
  zod.object({ type: zod.literal("singleselect"), value: optionalText }),
  zod.object({ type: zod.literal("multiselect"), value: optionalTexts }),
  zod.object({ type: zod.literal("checkbox"), value: zod.boolean().nullish() }),
  zod.object({
    type: zod.literal("checkbox_group"),
    value: zod.record(zod.string(), zod.boolean().nullable()).nullish(),
  }),
]);
const ofZod = zod.object({
  form_fulfillments: zod.record(zod.string(), zod.object({ values: zod.record(zod.string(), value) })),
});

const dataOf = (read: SendMessageRequest): unknown => read.message.metadata?.[FormExtension.uri];

/** Each reads the request; all but the first check the data as well. */
const contenders: Readonly<Record<string, () => boolean>> = {
  "the request alone": () => SendMessageRequestCodec.parse(text).message !== undefined,
  "with the extension active": () =>
    FormExtension.problemsIn(typeName, SendMessageRequestCodec.parse(text)).length === 0,
  "with ajv": () => validate(dataOf(SendMessageRequestCodec.parse(text))),
  "with zod": () => ofZod.safeParse(dataOf(SendMessageRequestCodec.parse(text))).success,
};

const rounds = Number(process.argv[2] ?? 15);
const calls = 4000;
const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
for (let round = -2; round < rounds; round++) {
  for (const [name, run] of Object.entries(contenders)) {
    const began = process.cpuUsage();
    for (let call = 0; call < calls; call++) if (!run()) throw new Error(`${name}: refuses what is right`);
    const { user, system } = process.cpuUsage(began);
    if (round >= 0) times.get(name)?.push((user + system) / calls);
  }
}
const alone = times.get("the request alone") ?? [];
const figures: readonly DataFigure[] = [...times].map(([name, own]) => ({
  name,
  microseconds: median(own),
  ratio: median(own.map((time, i) => time / (alone[i] ?? Number.NaN))),
}));
process.send?.({ bytes: JSON.stringify(data).length, figures });
