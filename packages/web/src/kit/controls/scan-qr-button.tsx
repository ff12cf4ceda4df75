import { useState } from 'preact/hooks';
import { laterWithText } from '../i18n/late-text.tsx';
import { Button } from './button.tsx';
import { ScanIcon } from './icons.tsx';
import type { ScanQrProps } from './scan-qr.tsx';
import type { Text } from './scan-qr.en.ts';

/** The camera, its texts and the library load on the press. */
const ScanQr = laterWithText<ScanQrProps, Text>(
  0,
  import.meta.glob('./scan-qr.*.ts'),
  async () => (await import('./scan-qr.tsx')).ScanQr,
);

interface ScanQrButtonProps extends Pick<ScanQrProps, 'hint' | 'onFound'> {
  readonly label: string;
}

/** Opens the camera. It closes when `onFound` takes a code. */
export function ScanQrButton({ label, hint, onFound }: ScanQrButtonProps) {
  const [open, setOpen] = useState(false);
  const show = async () => {
    // If it does not load, the open part says so.
    await ScanQr.preload().catch(() => null);
    setOpen(true);
  };
  return (
    <>
      <Button look="plain" small onClick={show}>
        <ScanIcon class="size-4" />
        {label}
      </Button>
      {open && (
        <ScanQr
          hint={hint}
          onFound={(found) => {
            const refusal = onFound(found);
            if (refusal === null) setOpen(false);
            return refusal;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
