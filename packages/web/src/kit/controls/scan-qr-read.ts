/** Not in TypeScript's library yet: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface BarcodeDetector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector:
  | {
      new (options: { formats: readonly string[] }): BarcodeDetector;
      getSupportedFormats(): Promise<readonly string[]>;
    }
  | undefined;

export interface Picture {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Returns the text of the QR code in a picture; null if it shows none. */
export type ReadPicture = (picture: Picture) => Promise<string | null>;

/** A larger picture takes a phone longer to search and shows no more of a code that fills the screen. */
const SEARCHED_EDGE = 720;

/** The browser's own reader. Chromium on some systems has the class, but no formats. */
async function ownReader(): Promise<ReadPicture | null> {
  if (typeof BarcodeDetector === 'undefined') return null;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => []);
  if (!formats.includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async ({ source }) => (await detector.detect(source))[0]?.rawValue ?? null;
}

async function libraryReader(): Promise<ReadPicture> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async ({ source, width, height }) => {
    if (!context || width === 0 || height === 0) return null;
    const scale = Math.min(1, SEARCHED_EDGE / Math.max(width, height));
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // Its way of saying that the picture shows no code.
      return null;
    }
  };
}

/** Nothing leaves the device: the picture is read by the browser or by a library of this site. */
export async function openReader(): Promise<ReadPicture> {
  return (await ownReader()) ?? (await libraryReader());
}
