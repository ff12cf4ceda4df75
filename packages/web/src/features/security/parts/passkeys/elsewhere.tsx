import { Notice } from '../../../../kit/controls/notice.tsx';
import { locale } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { Text } from './elsewhere.en.ts';

export async function loadWords(): Promise<Text> {
  return (await (locale.peek() === 'id' ? import('./elsewhere.id.ts') : import('./elsewhere.en.ts'))).text;
}

const withReturn = (path: string) =>
  `${path}?returnTo=${encodeURIComponent(`${location.pathname}${location.search}`)}`;

export interface ElsewhereProps {
  /** Only one passkey can do it, so that a further one helps nobody. */
  readonly onlyOne?: boolean;
  /** Before one of the ways is taken. */
  readonly onLeave?: () => void;
}

function Way(props: { href: string; label: string; hint: string; onLeave: (() => void) | undefined }) {
  return (
    <li>
      <a class="text-link inline-flex min-h-11 items-center" href={props.href} onClick={props.onLeave}>
        {props.label}
      </a>
      <p>{props.hint}</p>
    </li>
  );
}

/**
 * No browser says why a passkey was not used: refused, not here, or lost. So each gets its next step, and all of them lead back to
 * what was under way.
 */
export function Elsewhere({ text, onlyOne = false, onLeave }: ElsewhereProps & { text: Text }) {
  return (
    <Notice tone="warn" title={text.title} live>
      <p>{text.lead}</p>
      <ul class="grid list-disc gap-2 pt-2 pl-5">
        <li>{text.scan}</li>
        {!onlyOne && (
          <Way
            href={withReturn(PAGE_PATHS.security)}
            label={text.add}
            hint={text.addHint}
            onLeave={onLeave}
          />
        )}
        <Way
          href={withReturn(PAGE_PATHS.recovery)}
          label={text.lost}
          hint={text.lostHint}
          onLeave={onLeave}
        />
      </ul>
    </Notice>
  );
}
