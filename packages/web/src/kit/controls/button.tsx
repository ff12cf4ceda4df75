import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useCommon } from '../i18n/locale.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { useAction } from './use-action.ts';

export type ButtonLook = 'primary' | 'sun' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly look?: ButtonLook;
  readonly small?: boolean;
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly label?: string;
  /** For actions that cannot be undone: ignores clicks until the window has been visible for a moment. */
  readonly waitsToBeRead?: boolean;
  readonly onClick?: () => void | Promise<void>;
}

/**
 * If another page lures a player into clicking here, the click comes before the player can read this page.
 */
const ARMING_MILLISECONDS = 500;

function useArmed(waits: boolean): boolean {
  const [armed, setArmed] = useState(!waits);
  useEffect(() => {
    if (!waits) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rearm = () => {
      setArmed(false);
      clearTimeout(timer);
      timer = setTimeout(() => setArmed(true), ARMING_MILLISECONDS);
    };
    rearm();
    window.addEventListener('focus', rearm);
    document.addEventListener('visibilitychange', rearm);
    return () => {
      window.removeEventListener('focus', rearm);
      document.removeEventListener('visibilitychange', rearm);
      clearTimeout(timer);
    };
  }, [waits]);
  return armed;
}

/** Stays focusable while busy, so that the focus is not lost, and ignores clicks until done. */
export function Button(props: ButtonProps) {
  const common = useCommon();
  const action = useAction(async () => props.onClick?.());
  const armed = useArmed(props.waitsToBeRead === true);
  const busy = props.busy === true || action.busy;
  const blocked = busy || !armed;
  return (
    <button
      type={props.type ?? 'button'}
      class={classNames(
        'button',
        `button-${props.look ?? 'primary'}`,
        props.small && 'button-small',
        props.class,
      )}
      disabled={props.disabled === true && !busy}
      aria-disabled={blocked ? 'true' : undefined}
      aria-label={props.label}
      data-busy={busy || !armed ? '' : undefined}
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else if (props.onClick) void action.run();
      }}
    >
      {busy && <Spinner />}
      {props.children}
      {busy && <span class="sr-only">{common.working}</span>}
    </button>
  );
}

export function ButtonLink(props: {
  href: string;
  children: ComponentChildren;
  look?: ButtonLook;
  small?: boolean;
  class?: string;
  newTab?: boolean;
}) {
  return (
    <a
      href={props.href}
      {...(props.newTab ? { target: '_blank', rel: 'noopener' } : {})}
      class={classNames(
        'button',
        `button-${props.look ?? 'primary'}`,
        props.small && 'button-small',
        props.class,
      )}
    >
      {props.children}
    </a>
  );
}
