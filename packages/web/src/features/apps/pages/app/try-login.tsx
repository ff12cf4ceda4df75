import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { returnAddressOf } from '../../parts/snippets.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import type { Text } from './text.en.ts';

const TryHere = later(2, async () => (await import('./try-here.tsx')).TryHere);

/** Loopback addresses need no registration, so on a development machine this service can act as the game. */
function canStandIn({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function TryThere({ text, app }: { text: Text; app: OwnedApp }) {
  if (app.origins.length === 0) return <Notice>{text.tryNoOrigin}</Notice>;
  const query = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: returnAddressOf(app),
    state: 'try',
  });
  return (
    <div class="grid justify-items-start gap-3">
      <ButtonLink look="sun" newTab href={`${PAGE_PATHS.authorize}?${query.toString()}`}>
        {text.try}
      </ButtonLink>
      <p class="text-sm text-muted">{text.tryElsewhere}</p>
    </div>
  );
}

export function TryLogin({ text, app }: { text: Text; app: OwnedApp }) {
  return (
    <Card title={text.tryTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.tryBody}</p>
      {/* This page has no server that could send the client secret. */}
      {canStandIn(location) && !app.requireSecret ? (
        <TryHere text={text} app={app} />
      ) : (
        <TryThere text={text} app={app} />
      )}
    </Card>
  );
}
