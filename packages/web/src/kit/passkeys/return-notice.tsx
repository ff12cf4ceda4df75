import { ButtonLink } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { laterWithText } from '../i18n/late-text.tsx';
import { localPath } from '../navigation/local-path.ts';
import { matchPath } from '../navigation/match-path.ts';
import { PAGE_PATHS } from '../navigation/page-paths.ts';
import type { Text } from './elsewhere.en.ts';

interface WaitingPlace {
  readonly path: string;
  readonly kind: keyof Text['returns'];
}

const KINDS = {
  pay: 'payment',
  allow: 'request',
  authorize: 'game',
  gameSession: 'game',
  grant: 'game',
  send: 'send',
  wallet: 'wallet',
} as const;
type PlaceName = keyof typeof KINDS;

/** Returns the action that a missing passkey interrupted, from the address; null if there is none. */
export function waitingPlace(query: URLSearchParams): WaitingPlace | null {
  const path = localPath(query.get('returnTo'), location.origin, '');
  if (path === '') return null;
  const { pathname } = new URL(path, location.origin);
  const name = (Object.keys(KINDS) as PlaceName[]).find(
    (name) => matchPath(PAGE_PATHS[name], pathname) !== null,
  );
  return name === undefined ? null : { path, kind: KINDS[name] };
}

function Return({ place, text }: { readonly place: WaitingPlace; readonly text: Text }) {
  return (
    <Notice
      title={text.waiting}
      action={
        <ButtonLink look="plain" small href={place.path}>
          {text.returns[place.kind]}
        </ButtonLink>
      }
    >
      {null}
    </Notice>
  );
}

/** On the pages that a missing passkey leads to: a link back to the unfinished action. */
export const ReturnNotice = laterWithText<{ readonly place: WaitingPlace }, Text>(
  2,
  import.meta.glob('./elsewhere.*.ts'),
  async () => Return,
);
