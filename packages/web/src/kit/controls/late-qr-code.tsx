import { Skeleton, useLoad } from './loading.tsx';

/** Loads the QR library after the page, so that the first paint does not wait for it. */
export function LateQrCode({ value, label, class: size }: { value: string; label: string; class: string }) {
  const loaded = useLoad('qr', () => import('./qr-code.tsx'));
  if (loaded.state !== 'ready') return <Skeleton class={size} />;
  const { QrCode } = loaded.value;
  return <QrCode value={value} label={label} class={`${size} border border-line`} />;
}
