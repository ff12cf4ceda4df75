import { afterEach, expect, it, vi } from 'vitest';
import { openReader } from './scan-qr-read.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = { source: {} as CanvasImageSource, width: 10, height: 10 };

function offerDetector(formats: readonly string[], found: readonly string[]): void {
  class Detector {
    static readonly getSupportedFormats = async () => formats;
    readonly detect = async () => found.map((rawValue) => ({ rawValue }));
  }
  vi.stubGlobal('BarcodeDetector', Detector);
}

it('uses the reader of the browser', async () => {
  offerDetector(['qr_code'], ['budi@pid']);
  expect(await (await openReader())(picture)).toBe('budi@pid');
  offerDetector(['qr_code'], []);
  expect(await (await openReader())(picture)).toBeNull();
});

it('uses the library if the reader of the browser knows no QR codes', async () => {
  offerDetector(['ean_13'], ['budi@pid']);
  const createElement = vi.fn<(tag: string) => object>(() => ({ getContext: () => null }));
  vi.stubGlobal('document', { createElement });
  expect(await (await openReader())(picture)).toBeNull();
  expect(createElement).toHaveBeenCalledWith('canvas');
});
