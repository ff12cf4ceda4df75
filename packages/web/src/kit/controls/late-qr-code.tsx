import { Skeleton } from './skeleton.tsx';
import { useLoad } from './use-load.ts';

/** Drawing it takes a library of its own, which the first look at a page need not wait for. */
export function LateQrCode({ value, label, class: size }: { value: string; label: string; class: string }) {
  const loaded = useLoad('qr', () => import('./qr-code.tsx'));
  if (loaded.state !== 'ready') return <Skeleton class={size} />;
  const { QrCode } = loaded.value;
  return <QrCode value={value} label={label} class={`${size} border border-line`} />;
}
