import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { askPage, readStatus, type AskOptions } from './ask-page.ts';
import { takeResult } from './login-memory.ts';

/** Options of `requestAllowance`. */
export type RequestAllowanceOptions = AskOptions<AllowanceResult>;

/**
 * Decision about an allowance, for display only. Players can forge it: before your server relies on it, it must read the event
 * `allowance.approved`, or create the allowance again with the same reference.
 */
export interface AllowanceResult {
  readonly allowanceId: string;
  /**
   * `active`: the player approved it. `ended`: the player declined it, or it has ended. `closed`: the player closed the window without a
   * decision. It can still be approved; your server learns that from its events. Keep your button enabled; a second call replaces the
   * first.
   */
  readonly status: 'active' | 'ended' | 'closed';
}

/**
 * Opens the page of an allowance (`approveUrl`) and resolves when the player has approved or declined it. Call it in the click handler,
 * before any `await`, because browsers allow popups only there. If popups are blocked, it opens a tab. If tabs are blocked too, the
 * current page goes to PID and returns through your callback page (see `resumeAllowance`). Set the allowance's `returnTo` to your page
 * that calls `handleCallback`.
 */
export async function requestAllowance(
  approveUrl: string,
  options: RequestAllowanceOptions = {},
): Promise<AllowanceResult> {
  const allowanceId = new URL(approveUrl).pathname.split('/').at(-1) ?? '';
  return askPage(
    {
      type: 'pid:allowance',
      windowName: 'pid-allowance',
      address: approveUrl,
      async readResult(asked, serviceOrigin) {
        const status = await readStatus(`${serviceOrigin}/v1/allowances/${allowanceId}/status`);
        return status === undefined ? null : { ...asked, allowance_id: allowanceId, status };
      },
      resultOf,
      closed: { allowanceId, status: 'closed' },
    },
    options,
  );
}

/** Returns the decision about an allowance by redirect, or null if there is none. Call it when your page loads. */
export function resumeAllowance(): AllowanceResult | null {
  const left = takeResult('pid:allowance');
  return left && resultOf(left.answer);
}

function resultOf({ allowance_id: allowanceId, status }: Answer): AllowanceResult {
  if (typeof allowanceId !== 'string' || (status !== 'active' && status !== 'ended'))
    throw new PidError('failed', 'The response of the allowance page is invalid');
  return { allowanceId, status };
}
