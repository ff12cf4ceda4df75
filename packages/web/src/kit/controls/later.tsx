import type { ComponentType } from 'preact';
import { useLoad } from './use-load.ts';
import { WhenLoaded } from './when-loaded.tsx';

/** A part whose script comes when it is first shown, for most visits do without it. `lines` hold its place until then. */
export function later<Props extends object>(lines: number, load: () => Promise<ComponentType<Props>>) {
  return (props: Props) => {
    // Wrapped, because a component is a function and state takes functions for updates.
    const loaded = useLoad('part', async () => ({ Part: await load() }));
    return (
      <WhenLoaded loaded={loaded} waiting={lines}>
        {({ Part }) => <Part {...props} />}
      </WhenLoaded>
    );
  };
}
