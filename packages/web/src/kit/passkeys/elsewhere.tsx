import { Notice } from '../controls/notice.tsx';
import { PAGE_PATHS } from '../navigation/page-paths.ts';
import type { Text } from './elsewhere.en.ts';

const withReturn = (path: string) =>
  `${path}?returnTo=${encodeURIComponent(`${location.pathname}${location.search}`)}`;

export interface ElsewhereProps {
  /** Only one passkey can sign, so adding another does not help. */
  readonly onlyOne?: boolean;
  /** Called before the player follows one of the links. */
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
 * No browser says why a passkey was not used: cancelled, not on this device, or lost. So each case gets a
 * link, and all links lead back to the unfinished action.
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
