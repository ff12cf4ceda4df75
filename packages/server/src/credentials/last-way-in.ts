import { defineError } from '../platform/errors/index.ts';

export const lastWayIn = defineError(
  'last_way_in',
  400,
  'This is the last way into the identity: link another login first',
);
