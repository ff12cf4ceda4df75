import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { CrashPage } from './crash-page.tsx';

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
