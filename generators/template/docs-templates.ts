import contents from "../../templates/docs/contents.hbs?raw";
import enumeration from "../../templates/docs/enum.hbs?raw";
import errors from "../../templates/docs/errors.hbs?raw";
import extension from "../../templates/docs/extension.hbs?raw";
import fields from "../../templates/docs/fields.hbs?raw";
import manifest from "../../templates/docs/manifest.hbs?raw";
import message from "../../templates/docs/message.hbs?raw";
import methods from "../../templates/docs/methods.hbs?raw";
import ownErrors from "../../templates/docs/own-errors.hbs?raw";
import page from "../../templates/docs/page.hbs?raw";
import parameters from "../../templates/docs/parameters.hbs?raw";
import service from "../../templates/docs/service.hbs?raw";
import terms from "../../templates/docs/terms.hbs?raw";
import union from "../../templates/docs/union.hbs?raw";
import values from "../../templates/docs/values.hbs?raw";
import type { TemplateSource } from "./compile-templates.ts";

/** The templates of the Markdown reference; each can be replaced by a file of the same name. */
export const docsTemplates: readonly TemplateSource[] = Object.entries({
  contents,
  enum: enumeration,
  errors,
  extension,
  fields,
  manifest,
  message,
  methods,
  "own-errors": ownErrors,
  page,
  parameters,
  service,
  terms,
  union,
  values,
}).map(([name, text]) => ({ name, path: `templates/docs/${name}.hbs`, text }));
