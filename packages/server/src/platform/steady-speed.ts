import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/**
 * Imported first by every process. Without it V8 makes some processes slow for as long as they live, by how garbage collections
 * happened to fall at their start.
 */

// Objects that survived a collection in the first busy seconds are from then on made where only a full collection clears them
// away, and keep every request alive that they point to. One process in five was hit, and took twice the time for a request.
setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * `process.nextTick`, which Node calls up to six times a request, makes an object with computed keys. V8 knows its shape only weakly: a full
 * garbage collection at a moment without such an object, as there is one at every start, loses it for good, and from then on
 * each tick is made by a call into the runtime, at worst a fifth of what a request costs. One tick that stays alive keeps the shape.
 */
const kept: object[] = [];

process.nextTick(() => kept.push(executionAsyncResource()));
