/** What stands on the picture; the same words as on the page. */
export interface ReceiptPicture {
  readonly amount: string;
  readonly what: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
}

const WIDTH = 720;
const MARGIN = 48;
const LINE = 56;

/** A receipt as a picture to hand on: drawn here, so that nothing of it goes anywhere else. */
export async function drawReceipt({ amount, what, lines }: ReceiptPicture): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 330 + lines.length * LINE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws nothing');
  const write = (
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign,
  ) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y, align === 'center' ? WIDTH - 2 * MARGIN : (WIDTH - 2 * MARGIN) * 0.6);
  };
  pen.fillStyle = '#f4f1e8';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#08402f';
  pen.fillRect(0, 0, WIDTH, 230);
  write('PID', MARGIN, 64, '700 32px system-ui', '#ffc94d', 'left');
  write(amount, WIDTH / 2, 145, '700 60px system-ui', '#f7f4ea', 'center');
  write(what, WIDTH / 2, 195, '400 28px system-ui', '#f7f4ea', 'center');
  for (const [index, [label, value]] of lines.entries()) {
    const y = 300 + index * LINE;
    write(label, MARGIN, y, '400 26px system-ui', '#4d5d55', 'left');
    write(value, WIDTH - MARGIN, y, '600 26px system-ui', '#14221c', 'right');
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser draws nothing');
  return new File([blob], 'pid-receipt.png', { type: 'image/png' });
}
