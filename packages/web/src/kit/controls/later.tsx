import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad } from './use-load.ts';
import { WhenLoaded } from './when-loaded.tsx';

/**
 * A component whose script loads when it is first shown, because most visits do not need it. Until then, a
 * placeholder of `lines` lines takes its place. A page that knows it will show the component awaits
 * `preload`, so that the layout does not shift.
 */
export function later<Props extends object>(lines: number, load: () => Promise<ComponentType<Props>>) {
  let Known: ComponentType<Props> | null = null;
  const preload = async () => (Known = await load());
  function Late(props: Props) {
    // Wrapped in an object, because a component is a function and a state setter treats functions as updates.
    const loaded = useLoad('part', async () => ({ Part: await preload() }));
    return (
      <WhenLoaded loaded={loaded} waiting={lines}>
        {({ Part }) => <Part {...props} />}
      </WhenLoaded>
    );
  }
  function Shown(props: Props) {
    // Decided once, so that input into a late component is not lost on the next render.
    const [{ First }] = useState(() => ({ First: Known ?? Late }));
    return <First {...props} />;
  }
  return Object.assign(Shown, { preload });
}
