import type { Group } from "../core/requirements.ts";
import { answersTexts } from "./answers-texts.ts";
import { cancelTexts } from "./cancel-texts.ts";
import { discoveryTexts } from "./discovery-texts.ts";
import { equivalenceTexts } from "./equivalence-texts.ts";
import { errorsTexts } from "./errors-texts.ts";
import { extendedTexts } from "./extended-texts.ts";
import { extensionsTexts } from "./extensions-texts.ts";
import { generationsTexts } from "./generations-texts.ts";
import { getTexts } from "./get-texts.ts";
import { grpcTexts } from "./grpc-texts.ts";
import { httpTexts } from "./http-texts.ts";
import { jsonrpcTexts } from "./jsonrpc-texts.ts";
import { listTexts } from "./list-texts.ts";
import { pushTexts } from "./push-texts.ts";
import { requestsTexts } from "./requests-texts.ts";
import { securityTexts } from "./security-texts.ts";
import { sendTexts } from "./send-texts.ts";
import { streamsTexts } from "./streams-texts.ts";
import type { TextsOf } from "./text.ts";
import { timelineTexts } from "./timeline-texts.ts";
import { turnsTexts } from "./turns-texts.ts";
import { versionsTexts } from "./versions-texts.ts";

/** The texts of all requirements: for reports, so that commands start without them. */
export const texts: TextsOf<Group> = {
  ...discoveryTexts,
  ...versionsTexts,
  ...answersTexts,
  ...jsonrpcTexts,
  ...httpTexts,
  ...grpcTexts,
  ...errorsTexts,
  ...requestsTexts,
  ...sendTexts,
  ...turnsTexts,
  ...getTexts,
  ...listTexts,
  ...cancelTexts,
  ...streamsTexts,
  ...generationsTexts,
  ...timelineTexts,
  ...pushTexts,
  ...extendedTexts,
  ...extensionsTexts,
  ...securityTexts,
  ...equivalenceTexts,
};
