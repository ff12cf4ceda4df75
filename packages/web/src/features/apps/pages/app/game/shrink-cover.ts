import { toBase64Url } from '@pid/protocol';

/** The service's limit for a cover, in bytes. */
const BYTES_MAX = 15_000;
const WIDTHS = [640, 512, 448, 384, 320];
const QUALITIES = [0.8, 0.65, 0.5, 0.4, 0.3];

/**
 * Returns the middle of a picture as a small JPEG of 16 by 9, the best that is small enough. Returns null for a
 * file that the browser cannot show as a picture, or that is too large at the lowest quality.
 */
export async function shrinkCover(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const width of WIDTHS) {
      const canvas = drawWide(picture, width);
      for (const quality of QUALITIES) {
        const jpeg = await new Promise<Blob | null>((resolve) => {
          canvas.toBlob(resolve, 'image/jpeg', quality);
        });
        if (jpeg && jpeg.size <= BYTES_MAX) return toBase64Url(new Uint8Array(await jpeg.arrayBuffer()));
      }
    }
    return null;
  } finally {
    picture.close();
  }
}

function drawWide(picture: ImageBitmap, width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, (width * 9) / 16];
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const scale = Math.min(picture.width / 16, picture.height / 9);
  const [cutWidth, cutHeight] = [scale * 16, scale * 9];
  // JPEG has no transparency; without a ground it would become black.
  pen.fillStyle = '#08402f';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(
    picture,
    (picture.width - cutWidth) / 2,
    (picture.height - cutHeight) / 2,
    cutWidth,
    cutHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return canvas;
}
