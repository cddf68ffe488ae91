import a2ui from "@a2agen/ext-a2ui/extension.yaml";
import a2ui08 from "@a2agen/ext-a2ui/schemas/v0_8.json" with { type: "json" };
import a2ui09 from "@a2agen/ext-a2ui/schemas/v0_9.json" with { type: "json" };
import a2ui091 from "@a2agen/ext-a2ui/schemas/v0_9_1.json" with { type: "json" };
import a2uiCatalog09 from "@a2agen/ext-a2ui/schemas/v0_9_catalog.json" with { type: "json" };
import a2ui10 from "@a2agen/ext-a2ui/schemas/v1_0.json" with { type: "json" };
import a2uiCatalog10 from "@a2agen/ext-a2ui/schemas/v1_0_catalog.json" with { type: "json" };
import ap2 from "@a2agen/ext-ap2/extension.yaml";
import mandates from "@a2agen/ext-ap2/schemas/mandates.json" with { type: "json" };
import paymentRequest from "@a2agen/ext-ap2/schemas/payment-request.json" with { type: "json" };
import kagenti from "@a2agen/ext-kagenti/extension.yaml";
import forms from "@a2agen/ext-kagenti/schemas/forms.json" with { type: "json" };
import interactions from "@a2agen/ext-kagenti/schemas/interactions.json" with { type: "json" };
import services from "@a2agen/ext-kagenti/schemas/services.json" with { type: "json" };
import ui from "@a2agen/ext-kagenti/schemas/ui.json" with { type: "json" };
import oid4vp from "@a2agen/ext-oid4vp/extension.yaml";
import authorization from "@a2agen/ext-oid4vp/schemas/authorization.json" with { type: "json" };
import taskProgress from "@a2agen/ext-task-progress/extension.yaml";
import progress from "@a2agen/ext-task-progress/schemas/progress.json" with { type: "json" };
import timestamp from "@a2agen/ext-timestamp/extension.yaml";
import timestampSchema from "@a2agen/ext-timestamp/schemas/timestamp.json" with { type: "json" };
import ucp from "@a2agen/ext-ucp/extension.yaml";
import checkout from "@a2agen/ext-ucp/schemas/checkout.json" with { type: "json" };
import x402 from "@a2agen/ext-x402/extension.yaml";
import payment from "@a2agen/ext-x402/schemas/payment.json" with { type: "json" };
import type { ExtensionManifest } from "@a2agen/generators/model/extension-manifest.ts";
import type { ReadManifest } from "@a2agen/protos/read-manifest.ts";

/** The manifests of our packages of extensions, with their schemas by the paths from each. */
export const knownManifests: readonly ReadManifest[] = [
  known(a2ui, {
    v0_8: a2ui08,
    v0_9: a2ui09,
    v0_9_1: a2ui091,
    v0_9_catalog: a2uiCatalog09,
    v1_0: a2ui10,
    v1_0_catalog: a2uiCatalog10,
  }),
  known(ap2, { mandates, "payment-request": paymentRequest }),
  known(kagenti, { forms, interactions, services, ui }),
  known(oid4vp, { authorization }),
  known(taskProgress, { progress }),
  known(timestamp, { timestamp: timestampSchema }),
  known(ucp, { checkout }),
  known(x402, { payment }),
];

function known(manifest: unknown, schemas: Readonly<Record<string, unknown>>): ReadManifest {
  const documents = Object.entries(schemas).map(([name, json]) => ({ path: `schemas/${name}.json`, json }));
  // The bundler has checked it.
  return { path: "extension.yaml", manifest: manifest as ExtensionManifest, schemas: documents };
}
