export {
  type StoreCasesOptions,
  type StoreToCheck,
  type TaskStoreCase,
  taskStoreCases,
} from "./task-store-cases.ts";
