import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import type { Text } from './scan-qr.en.ts';
import { openReader } from './scan-qr-read.ts';
import { useAction } from './use-action.ts';

/** Lets the page react between two searches. */
const PAUSE_MILLISECONDS = 150;

export interface ScanQrProps {
  /** Which codes fit here: "The code of a player or a wallet." */
  readonly hint: string;
  /** Takes the text of a code. Returns a sentence if it does not fit; the camera then goes on searching. */
  readonly onFound: (found: string) => string | null;
  readonly onClose: () => void;
}

type Trouble = 'blocked' | 'missing' | 'inUse';

/** https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
function troubleOf(error: unknown): Trouble {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked';
  return name === 'NotReadableError' || name === 'AbortError' ? 'inUse' : 'missing';
}

interface Search {
  readonly onPlaying: () => void;
  readonly onCode: (found: string) => boolean;
  readonly onTrouble: (trouble: Trouble) => void;
}

/** Searches the camera picture until a code is taken. Returns what stops the camera. */
function searchCamera(video: HTMLVideoElement, { onPlaying, onCode, onTrouble }: Search): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const stop = () => {
    ended = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const start = async () => {
    // Browsers offer no camera to a page that is not on HTTPS.
    if (!navigator.mediaDevices) throw new DOMException('No camera', 'NotFoundError');
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (ended) return stop();
    video.srcObject = stream;
    await video.play();
    const read = await openReader();
    onPlaying();
    const look = async () => {
      const { videoWidth: width, videoHeight: height } = video;
      // If a frame cannot be read, the next one is tried.
      const found = await read({ source: video, width, height }).catch(() => null);
      if (ended) return;
      if (found !== null && onCode(found)) stop();
      else timer = setTimeout(() => void look(), PAUSE_MILLISECONDS);
    };
    await look();
  };
  start().catch((error: unknown) => {
    if (!ended) onTrouble(troubleOf(error));
    stop();
  });
  return stop;
}

async function readFile(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  const read = await openReader();
  return read({ source: bitmap, width, height }).catch(() => null);
}

function PictureButton({ text, onFile }: { text: Text; onFile: (file: File) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const read = useAction(onFile);
  return (
    <>
      <input
        ref={input}
        class="sr-only"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void read.run(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button look="plain" busy={read.busy} onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
    </>
  );
}

/** Reads a code with the camera or from a picture. Open it only when the player presses a button. */
export function ScanQr({ text, hint, onFound, onClose }: ScanQrProps & { readonly text: Text }) {
  const video = useRef<HTMLVideoElement>(null);
  const [round, setRound] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [playing, setPlaying] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (found: string) => {
    const sentence = onFound(found);
    setRefused(sentence);
    return sentence === null;
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const screen = video.current;
    if (!screen) return undefined;
    return searchCamera(screen, {
      onPlaying: () => setPlaying(true),
      onCode: (found) => latest.current(found),
      onTrouble: setTrouble,
    });
  }, [round]);
  const takeFile = async (file: File) => {
    const found = await readFile(file);
    if (found === null) setRefused(text.noCode);
    else take(found);
  };
  return (
    <Dialog open title={text.title} onClose={onClose}>
      {trouble ? (
        <Notice
          tone="warn"
          live
          action={
            <Button
              small
              look="plain"
              onClick={() => {
                setTrouble(null);
                setPlaying(false);
                setRound(round + 1);
              }}
            >
              {text.retry}
            </Button>
          }
        >
          {text[trouble]}
        </Notice>
      ) : (
        <div class="relative grid aspect-square max-h-[55dvh] w-full overflow-hidden rounded-lg bg-black">
          <video
            ref={video}
            class="absolute inset-0 size-full object-cover"
            muted
            playsInline
            aria-label={text.view}
          />
          <span
            class="relative m-auto aspect-square h-3/5 rounded-xl border-3 border-white/90"
            aria-hidden="true"
          />
          {!playing && (
            <p class="absolute inset-x-0 bottom-3 text-center text-sm text-white" role="status">
              {text.starting}
            </p>
          )}
        </div>
      )}
      <div class="min-h-12 text-sm" aria-live="polite">
        {refused === null ? (
          <p class="text-muted">
            {hint} {text.privacy}
          </p>
        ) : (
          <p class="font-medium text-bad">{refused}</p>
        )}
      </div>
      <PictureButton text={text} onFile={takeFile} />
    </Dialog>
  );
}
