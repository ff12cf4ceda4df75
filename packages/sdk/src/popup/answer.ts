/** Result of a PID page. It arrives as a message to the opener, or in the query of your callback page. */
export interface Answer {
  readonly type: 'pid:login' | 'pid:session' | 'pid:payment' | 'pid:allowance' | 'pid:grant';
  readonly state: string;
  readonly [field: string]: unknown;
}

/** Time for the answer of a sign-in. */
export const answerTtlMillis = 600_000;

/**
 * Time for every other answer. Payments and allowances can be decided for one day, and a newcomer may pay for the activation of the wallet
 * by bank transfer before a session.
 */
export const decisionTtlMillis = 86_400_000;

export function isAnswerTo(asked: Pick<Answer, 'type' | 'state'>, data: unknown): data is Answer {
  return hasFields(data) && data['type'] === asked.type && data['state'] === asked.state;
}

export function hasFields(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}

/**
 * Whether PID's page in the window posted the message. `source` is null if the window has been closed or isolated since; the state, which
 * only PID and this page know, then identifies the request.
 */
export function isFrom(
  { popup, serviceOrigin }: { readonly popup: Window; readonly serviceOrigin: string },
  { origin, source }: MessageEvent,
): boolean {
  return origin === serviceOrigin && (source === popup || source === null);
}
