/** Problems of templates, told to the user as they are: a line for each, "dir/fields.hbs:3:5: ...". */
export class TemplateError extends Error {}
