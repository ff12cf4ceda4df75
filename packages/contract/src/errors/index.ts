import { commonErrors } from './common.ts';

export type { ErrorContext } from './declare.ts';

/** Every refusal there is, by its code. */
export const errorTable = {
  ...commonErrors,
};

export type ErrorCode = keyof typeof errorTable;
