import { useEffect } from 'preact/hooks';
import { openTryChannel } from '../../parts/try-login.ts';
import type { TriedAnswer } from '../../parts/try-login.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Scene } from '../../../../kit/controls/scene.tsx';
import type { Text } from './text.en.ts';

/** Acts as the game's callback page: it passes the code on and removes it from the address. */
export function Page({ text, query, path }: PageProps<Text>) {
  useEffect(() => {
    const state = query.get('state');
    if (state === null) return;
    const channel = openTryChannel(state);
    const answer: TriedAnswer = { code: query.get('pid_code') };
    // A BroadcastChannel reaches only our origin and takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(answer);
    channel.close();
    history.replaceState(null, '', path);
    window.close();
  }, []);
  return (
    <Scene handle="all_done" title={text.title}>
      {text.body}
    </Scene>
  );
}
