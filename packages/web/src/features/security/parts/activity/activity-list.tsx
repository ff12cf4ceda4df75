import type { AuditEvent } from '../../../../kit/api/shapes.ts';
import { deviceName } from '../../../../kit/format/device-name.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { describeEvent, isAlarming, reasonOf, receiptOf } from './describe-event.ts';
import type { ActivityText } from './text.en.ts';

export interface ActivityListProps {
  readonly text: ActivityText;
  readonly events: readonly AuditEvent[];
  /** The player whose record it is, if known. Events by others name the actor. */
  readonly pid: string | null;
}

function placeOf(event: AuditEvent, unknown: string): string | null {
  if (event.userAgent === null && event.address === null) return null;
  const device = deviceName(event.userAgent, unknown);
  return event.address === null ? device : `${device} · ${event.address}`;
}

/** Actions of members of the player's apps. Administrators do none of them. */
const BY_MEMBER =
  /^(?:app\.(?:changed|secret_|item_|member_|invitation_|transferred|paid_out|deposited|verification_asked)|payment\.|settlement\.(?:requested|cancelled))/u;

/**
 * Administrators are not named here, only in the audit log. Guardians and members of apps are named, because the
 * player chose them.
 */
function byWhom({ actor, action, details: { by } }: AuditEvent, text: ActivityText): string {
  if (actor === 'chain') return text.byChain;
  if (actor === 'recovery sheet') return text.bySheet;
  // The API names apps by their client_id, which means nothing to players.
  if (actor.startsWith('app:')) return typeof by === 'string' ? text.byOthers(by) : text.byApp;
  if (['recovery.approved', 'recovery.guardian_left'].includes(action) || BY_MEMBER.test(action))
    return text.byOthers(actor);
  return actor.endsWith('@pid') ? text.byAdministrator : text.byOthers(actor);
}

export function ActivityList({ text, events, pid }: ActivityListProps) {
  const common = useCommon();
  if (events.length === 0) return <p class="text-muted">{text.empty}</p>;
  return (
    <ol class="grid gap-4">
      {events.map((event) => {
        const place = placeOf(event, common.unknownDevice);
        const reason = reasonOf(event);
        const receipt = receiptOf(event);
        // The service settles payments on the player's behalf.
        const isOwn = ['user', 'service'].includes(event.actor) || event.actor === (pid ?? event.actor);
        return (
          <li key={event.id} class="flex gap-3">
            <span
              class={`mt-2 size-2 shrink-0 rounded-full ${isAlarming(event) ? 'bg-bad' : 'bg-brand'}`}
              aria-hidden="true"
            />
            <div class="min-w-0">
              <p class={isAlarming(event) ? 'font-semibold text-bad' : 'font-medium'}>
                {receipt === null ? (
                  describeEvent(event, text)
                ) : (
                  <a class="underline underline-offset-4 hover:text-brand" href={receipt}>
                    {describeEvent(event, text)}
                  </a>
                )}
                {!isOwn && <span class="font-normal text-muted"> {byWhom(event, text)}</span>}
              </p>
              {reason !== null && <p class="text-sm break-words">{text.because(reason)}</p>}
              <p class="text-sm break-words text-muted">
                <DateTime value={event.at} />
                {place !== null && ` · ${text.from(place)}`}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
