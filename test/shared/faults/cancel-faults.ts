import { again, answer, answered, calls, refused, result, rpcError, set } from "./effects.ts";
import type { Effect } from "./fault.ts";
import { type Faults, isUnknown, known, plainGet, task } from "./rows.ts";

/** A task that was canceled is completed when it is asked for again and again. */
function endsLater(): Effect {
  const asked = new Map<unknown, number>();
  return answer(
    (call, body) => {
      const { id } = call.params;
      if (answered(canceled)(call, body)) asked.set(id, 0);
      const count = asked.get(id);
      if (count === undefined || !plainGet(call, body)) return false;
      asked.set(id, count + 1);
      return count > 0;
    },
    set("result.status.state", "TASK_STATE_COMPLETED"),
  );
}

const canceled = calls("CancelTask", (_, call) => !isUnknown(call));
const canceledIds = new Set<unknown>();
export const cancelFaults: Faults = {
  "cancel.unknown": {
    "an unknown task is canceled": answer(
      refused(calls("CancelTask", (_, call) => isUnknown(call))),
      result(task),
    ),
  },
  "cancel.ended": {
    "a task that has ended is canceled": answer(refused(canceled), result(task)),
    "a task that has ended is not found when it is canceled": answer(refused(canceled), rpcError(-32001)),
  },
  "cancel.canceled": {
    "a canceled task is completed": answer(
      answered(canceled),
      set("result.status.state", "TASK_STATE_COMPLETED"),
    ),
    "another task is canceled": answer(answered(canceled), set("result.id", "other")),
  },
  "cancel.kept": {
    "a canceled task goes on": answer(
      (call, body) => {
        if (answered(canceled)(call, body)) canceledIds.add(call.params["id"]);
        return known(call) && canceledIds.has(call.params["id"]);
      },
      set("result.status.state", "TASK_STATE_WORKING"),
    ),
    "a canceled task is completed in the end": endsLater(),
  },
  "cancel.twice": {
    "canceling twice is an internal error": answer(
      refused(again(canceled, ({ params }) => params["id"])),
      rpcError(-32603),
    ),
  },
  "cancel.at-end": {
    "the answer to a cancellation at the end is the other one": answer(canceled, (given, call) => {
      const isCanceled = given.body.includes('"result"');
      if (isCanceled) rpcError(-32002)(given, call);
      else result({ ...task, id: call.params["id"], status: { state: "TASK_STATE_CANCELED" } })(given, call);
    }),
  },
  "cancel.race": {
    "canceling at once is an internal error": answer(
      refused(again(canceled, ({ params }) => params["id"])),
      rpcError(-32603),
    ),
  },
};
