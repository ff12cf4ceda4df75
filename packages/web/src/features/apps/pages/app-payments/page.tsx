import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PaymentList } from './payment-list.tsx';
import { mayHandleMoney } from '../../parts/my-rights.ts';
import { NoApp, isNoApp } from '../../parts/no-app.tsx';
import type { AskCardProps } from './ask/ask-card.tsx';
import type { AskText } from './ask/text.en.ts';
import type { Text } from './text.en.ts';

const AskCard = laterWithText<Omit<AskCardProps, 'text'>, AskText>(
  6,
  import.meta.glob('./ask/text.*.ts'),
  async () => (await import('./ask/ask-card.tsx')).AskCard,
);

const SUMS = ['balance', 'held', 'earned', 'paidOut', 'deposited'] as const;

/** The payments of an app, for its owner and members. */
export function Page({ text, params }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const [round, setRound] = useState(0);
  const loaded = useLoad(clientId, async (signal) => {
    const [app, earnings] = await Promise.all([
      api.call('getApp', { client_id: clientId }, { signal }),
      api.call('getAppEarnings', { client_id: clientId }, { signal }),
    ]);
    return { app, earnings };
  });
  const ofApp = (path: string) => path.replace(':clientId', encodeURIComponent(clientId));
  if (isNoApp(loaded)) return <NoApp text={text.noApp} />;
  const refresh = () => {
    setRound(round + 1);
    loaded.reload();
  };
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={loaded.state === 'ready' ? text.lead(loaded.value.app.name) : undefined}>
        {text.title}
      </PageTitle>
      <WhenLoaded loaded={loaded} waiting={8}>
        {({ app, earnings }) => (
          <>
            <Card title={text.sums}>
              <Facts>
                {SUMS.map((sum) => (
                  <Fact key={sum} label={text[sum]}>
                    <Money amount={earnings[sum]} class={sum === 'balance' ? 'font-display text-xl' : ''} />
                  </Fact>
                ))}
              </Facts>
            </Card>
            <PaymentList
              text={text}
              clientId={clientId}
              acts={mayHandleMoney(app)}
              round={round}
              onDone={refresh}
            />
            {mayHandleMoney(app) && <AskCard clientId={clientId} onMade={refresh} />}
            <p class="flex flex-wrap gap-3">
              <ButtonLink look="plain" href={ofApp(PAGE_PATHS.appItems)}>
                {text.items}
              </ButtonLink>
              <ButtonLink look="plain" href={ofApp(PAGE_PATHS.app)}>
                {text.back}
              </ButtonLink>
            </p>
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
