/**
 * For the packages of a2agen itself, of the same release: no semantic versioning.
 *
 * @packageDocumentation
 * @internal
 */
export { checkTexts, secretHeaders } from "../push/authorization.ts";
export { createPayloadForms, type PayloadForm } from "../push/payload-form.ts";
export { buildTools, type Tools } from "../push/webhook-options.ts";
export { NotificationForms, type ReadNotification } from "../receiver/notification-forms.ts";
