import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad } from './use-load.ts';
import { WhenLoaded } from './when-loaded.tsx';

/**
 * A part whose script comes when it is first shown, for most visits do without it. `lines` hold its place until then. Whoever knows
 * beforehand that it will be shown awaits `preload`, and nothing moves when it comes.
 */
export function later<Props extends object>(lines: number, load: () => Promise<ComponentType<Props>>) {
  let Known: ComponentType<Props> | null = null;
  const preload = async () => (Known = await load());
  function Late(props: Props) {
    // Wrapped, because a component is a function and state takes functions for updates.
    const loaded = useLoad('part', async () => ({ Part: await preload() }));
    return (
      <WhenLoaded loaded={loaded} waiting={lines}>
        {({ Part }) => <Part {...props} />}
      </WhenLoaded>
    );
  }
  function Shown(props: Props) {
    // Decided once: what was typed into a part that came late is not lost when it is shown again.
    const [{ First }] = useState(() => ({ First: Known ?? Late }));
    return <First {...props} />;
  }
  return Object.assign(Shown, { preload });
}
