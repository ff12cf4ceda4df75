import { executionAsyncResource } from 'node:async_hooks';

/**
 * `process.nextTick`, which Node calls six times a request, makes an object with computed keys. V8 knows its shape only weakly: a full
 * garbage collection at a moment without such an object, as there is one at every start, loses it for good, and from then on
 * each tick is made by a call into the runtime, a fifth of what a request costs. One tick that stays alive keeps the shape.
 */
const kept: object[] = [];

process.nextTick(() => kept.push(executionAsyncResource()));
