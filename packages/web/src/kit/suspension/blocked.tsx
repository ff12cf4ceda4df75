import { SkeletonGroup, useLoad } from '../controls/loading.tsx';
import type { Text } from './blocked.en.ts';
import { readSuspension } from './read-suspension.ts';

/** The reason for the suspension, in place of a form or above it. */
export function Blocked({ text, kind }: { text: Text; kind: keyof Text }) {
  const loaded = useLoad('reason', (signal) => readSuspension({ status: 'suspended' }, signal));
  const suspension = loaded.state === 'ready' ? loaded.value : null;
  if (!suspension) return <SkeletonGroup lines={4} />;
  return <suspension.Notice title={text[kind].title} body={text[kind].body} reason={suspension.reason} />;
}
