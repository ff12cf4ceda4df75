import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import type { Text } from './text.en.ts';

/** Not in TypeScript's library yet: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: string[] }) => BarcodeDetector;

const EVERY_MILLISECONDS = 200;

export interface ScanDialogProps {
  readonly text: Text['form'];
  readonly onFound: (text: string) => void;
  readonly onClose: () => void;
}

/** The camera picture stays on the device; the browser reads the code. */
export function ScanDialog({ text, onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let ended = false;
    const stop = () => {
      ended = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const screen = video.current;
      if (ended || !screen) return stop();
      screen.srcObject = stream;
      await screen.play();
      const detector = new BarcodeDetector({ formats: ['qr_code'] });
      const look = async () => {
        // If a frame cannot be read, the next one is tried.
        const [code] = await detector.detect(screen).catch(() => []);
        if (!code || ended) return;
        stop();
        onFound(code.rawValue);
      };
      timer = setInterval(() => void look(), EVERY_MILLISECONDS);
    };
    start().catch(() => {
      if (!ended) setFailed(true);
      stop();
    });
    return stop;
  }, []);
  return (
    <Dialog open title={text.scan} onClose={onClose}>
      {failed ? (
        <Notice tone="warn">{text.scanFailed}</Notice>
      ) : (
        <>
          <video
            ref={video}
            class="aspect-square w-full rounded-lg bg-black object-cover"
            muted
            playsInline
            aria-label={text.scan}
          />
          <p class="text-sm text-muted">{text.scanHint}</p>
        </>
      )}
    </Dialog>
  );
}
