import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { useCommon } from '../../kit/i18n/locale.ts';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Scene } from '../../kit/controls/scene.tsx';

/**
 * `stale`: the page's files could not be loaded, because there is no connection or a newer version was
 * deployed.
 */
export function CrashPage({ stale }: { stale: boolean }) {
  const common = useCommon();
  const lost = stale && !navigator.onLine;
  return (
    <Scene
      handle="glitch"
      title={lost ? common.crash.lostTitle : common.crash.title}
      actions={
        <>
          <Button onClick={() => location.reload()}>{common.reload}</Button>
          <ButtonLink look="plain" href="/">
            {common.crash.home}
          </ButtonLink>
        </>
      }
    >
      {lost ? common.crash.lost : stale ? common.crash.stale : common.crash.body}
    </Scene>
  );
}

/** A page that throws must not leave a blank screen. A new `resetKey` clears the error for the next page. */
export class ErrorBoundary extends Component<
  { children: ComponentChildren; resetKey: string },
  { error: unknown; failedKey: string | null }
> {
  override state: { error: unknown; failedKey: string | null } = { error: null, failedKey: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ error, failedKey: this.props.resetKey });
  }

  override render() {
    if (this.state.failedKey === this.props.resetKey) return <CrashPage stale={false} />;
    return this.props.children;
  }
}
