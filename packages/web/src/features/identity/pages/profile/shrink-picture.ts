import { toBase64Url } from '@pid/protocol';

/** The service's limit for a picture, in bytes. */
const BYTES_MAX = 46_000;
const SIDES = [192, 160, 128, 112, 96, 64];

/**
 * Returns the middle of a picture as a small square. It is redrawn here, so that metadata such as place and
 * camera stays on the device. Returns null for a file that the browser cannot show as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const side of SIDES) {
      const png = await drawSquare(picture, side);
      if (png && png.size <= BYTES_MAX) return toBase64Url(new Uint8Array(await png.arrayBuffer()));
    }
    return null;
  } finally {
    picture.close();
  }
}

function drawSquare(picture: ImageBitmap, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  const cut = Math.min(picture.width, picture.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
