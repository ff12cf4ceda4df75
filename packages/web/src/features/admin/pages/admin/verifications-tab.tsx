import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { GameCover } from '../../../../kit/controls/game-cover.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { formatPercent } from '../../../../kit/format/percent.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Decision, ReviewList } from './review.tsx';
import type { Text } from './text.en.ts';

type Words = Text['verifications'];
type Waiting = Reply<'listVerifications'>['items'][number];

function Addresses({ list }: { list: readonly string[] }) {
  return (
    <ul class="grid gap-1 text-sm">
      {list.length === 0 && <li>–</li>}
      {list.map((address) => (
        <li key={address}>
          <code class="break-all">{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Item({ text, app, onDecided }: { text: Words; app: Waiting; onDecided: () => void }) {
  const { client_id } = app;
  return (
    <li class="grid grid-cols-1 gap-4 py-5">
      <h3 class="font-semibold break-words">{app.name}</h3>
      {app.cover !== null && (
        <div class="max-w-80 overflow-hidden rounded-md">
          <GameCover seed={client_id} cover={app.cover} />
        </div>
      )}
      <p class="break-words whitespace-pre-wrap">{app.about}</p>
      <Facts>
        <Fact label={text.owner}>
          <span class="break-all">{app.owner}</span>
        </Fact>
        <Fact label={text.asked}>
          <DateTime value={app.askedAt} />
        </Fact>
        <Fact label={text.playUrl}>
          <Addresses list={app.playUrl === null ? [] : [app.playUrl]} />
        </Fact>
        <Fact label={text.texts}>
          <ul class="grid gap-1 text-sm">
            {Object.keys(app.texts).length === 0 && <li>–</li>}
            {Object.entries(app.texts).map(([language, { name, text: about }]) => (
              <li key={language} class="break-words" lang={language}>
                <span class="text-muted">{language}</span> {[name, about].filter(Boolean).join(': ')}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact label={text.origins}>
          <Addresses list={app.origins} />
        </Fact>
        <Fact label={text.redirects}>
          <Addresses list={app.redirectUris} />
        </Fact>
        <Fact label={text.fee}>
          {app.feeBps === 0 && app.feeFlat === 0
            ? text.no
            : `${formatPercent(app.feeBps, locale.value)}% + ${formatRupiah(BigInt(app.feeFlat))}`}
        </Fact>
        <Fact label={text.devices}>{app.deviceFlow ? text.yes : text.no}</Fact>
      </Facts>
      <Decision
        text={text}
        name={app.name}
        onApprove={() => api.call('approveVerification', { client_id, version: app.version })}
        onRefuse={(reason) => api.call('refuseVerification', { client_id, reason })}
        onDecided={onDecided}
      />
    </li>
  );
}

/** Lists the apps whose owners have requested verification, oldest request first. */
export function VerificationsTab({ text }: { text: Words }) {
  const waiting = usePages('verifications', (page, options) => api.call('listVerifications', page, options));
  return (
    <ReviewList text={text} pages={waiting}>
      {(app) => (
        <Item key={`${app.client_id} ${app.version}`} text={text} app={app} onDecided={waiting.reload} />
      )}
    </ReviewList>
  );
}
