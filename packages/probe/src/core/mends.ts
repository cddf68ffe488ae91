import type { Group, RequirementId } from "./requirements.ts";

/** Where an agent is mended that does not meet the requirements of a group: one sentence. */
const mends: Readonly<Record<Group, string>> = {
  discovery: "Change the card, or the headers with which it is served.",
  versions: "Read the version before anything else of a call, by its major and minor number.",
  answers: "Build answers from the types of the version, and check them before they are sent.",
  jsonrpc: "Check the envelope before the method is called, and answer with the code of JSON-RPC.",
  http: "Check the path, the method, the media type and the body before the operation begins.",
  grpc: "Serve the proto of the version as it is; let the server of gRPC refuse other calls.",
  errors: "Take the code, the status and the details of an error from one table for each binding.",
  requests: "Check each request against the data model before anything else is done with it.",
  send: "Make the task, keep it, and then answer with it as it is kept.",
  turns: "Look up the task of a message, and compare its context, before the message is taken.",
  get: "Return the task that is kept, and cut only a copy of its history.",
  list: "Filter first, then sort, then cut the page; count what the filters leave.",
  cancel: "Change the state of a task in one place, which refuses changes of a task that has ended.",
  streams: "Send each event from the same place that keeps the task, and close the stream with its end.",
  generations: "Count the generation where the task is kept, in the same step as the change.",
  timeline: "Keep entries in the order of their generations, and cut from the front.",
  push: "Keep configurations for each task, and send what streams send to each of them.",
  extended: "Authenticate before the extended card is returned.",
  extensions: "Decide from the header which extensions are active, and write only data of those.",
  security: "Authenticate every call, and look tasks up among those of the caller.",
  equivalence: "Put one implementation behind every binding.",
};

/** How what a requirement finds is mended, or those of a group. */
export function mendOf(requirement: RequirementId | Group): string {
  // An identifier begins with its group.
  const [group = ""] = requirement.split(".");
  return mends[group as Group];
}
