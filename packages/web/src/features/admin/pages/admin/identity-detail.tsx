import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { reasonOf } from '../../../security/parts/activity/describe-event.ts';
import type { ActivityText } from '../../../security/parts/activity/text.en.ts';
import { deviceName } from '../../../../kit/format/device-name.ts';
import { formatNumberOfRupiah } from '../../../../kit/format/rupiah.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { IdentityActions } from './identity-actions.tsx';
import { AuditList } from './audit-tab.tsx';
import { FamilyFact } from './family-fact.tsx';
import { TierFact } from './tier-fact.tsx';
import type { Text } from './text.en.ts';

export interface IdentityDetailProps {
  readonly text: ActivityText;
  readonly words: Text;
  readonly pid: string;
}

async function readDetail(pid: string, signal: AbortSignal) {
  const [identity, apps, suspensions] = await Promise.all([
    api.call('getIdentityAsAdmin', { pid }, { signal }).catch(unknownPlayer),
    api.call('searchApps', { query: pid, limit: 50 }, { signal }),
    api.call('listAudit', { pid, action: 'identity.suspended', limit: 1 }, { signal }),
  ]);
  return {
    identity,
    apps: apps.items.filter(({ owner }) => owner === pid),
    suspension: suspensions.items[0] ?? null,
  };
}

function unknownPlayer(error: unknown): null {
  if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
  throw error;
}

/** Shows one identity: its status, balance, sessions, the reason for a suspension, its apps, and its audit events. */
export function IdentityDetail({ text, words, pid }: IdentityDetailProps) {
  const common = useCommon();
  const loaded = useLoad(`identity ${pid}`, (signal) => readDetail(pid, signal));
  return (
    <Card
      title={pid}
      action={
        <a
          class="text-link inline-flex min-h-11 items-center text-sm"
          href={`${PAGE_PATHS.admin}?tab=identities`}
        >
          {words.detail.all}
        </a>
      }
    >
      <WhenLoaded loaded={loaded} waiting={6}>
        {({ identity, apps, suspension }) =>
          identity === null ? (
            <p class="text-muted">{words.none}</p>
          ) : (
            <div class="grid grid-cols-1 gap-6">
              <Facts>
                <Fact label={words.status}>
                  <Badge tone={identity.status === 'active' ? 'good' : 'warn'}>
                    {common.status[identity.status]}
                  </Badge>
                </Fact>
                {identity.status === 'suspended' && (
                  <Fact label={words.reason}>
                    {(suspension && reasonOf(suspension)) ?? words.detail.noReason}
                    {suspension && (
                      <span class="block text-sm font-normal text-muted">
                        {suspension.actor}, <DateTime value={suspension.at} />
                      </span>
                    )}
                  </Fact>
                )}
                {identity.status !== 'deleted' && <TierFact text={words} pid={pid} />}
                {identity.status !== 'deleted' && <FamilyFact text={words} pid={pid} />}
                <Fact label={words.created}>
                  <DateTime value={identity.createdAt} />
                </Fact>
                <Fact label={words.detail.balance}>
                  <Money amount={identity.balance} />
                  {identity.held > 0 && (
                    <span class="block text-sm font-normal text-muted">
                      {words.detail.held(formatNumberOfRupiah(identity.held))}
                    </span>
                  )}
                </Fact>
                <Fact label={words.detail.sessions}>
                  {identity.sessions.length === 0
                    ? '–'
                    : identity.sessions.map((session) => (
                        <span key={session.createdAt} class="block">
                          {deviceName(session.userAgent, common.unknownDevice)}
                          <span class="block text-sm font-normal text-muted">
                            {words.detail.seen} <DateTime value={session.lastSeenAt} />
                          </span>
                        </span>
                      ))}
                </Fact>
                <Fact label={words.tabs.apps}>
                  {apps.length === 0
                    ? '–'
                    : apps.map((app) => (
                        <a
                          key={app.client_id}
                          class="text-link block break-words"
                          href={`${PAGE_PATHS.admin}?tab=apps&app=${encodeURIComponent(app.client_id)}`}
                        >
                          {app.name}
                        </a>
                      ))}
                </Fact>
              </Facts>
              <IdentityActions text={words} pid={pid} status={identity.status} onChanged={loaded.reload} />
              <AuditList text={text} words={words} filter={{ pid }} />
            </div>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
