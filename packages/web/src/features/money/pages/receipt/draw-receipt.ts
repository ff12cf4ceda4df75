/** Breaks text into lines that fit: between words, and inside a word that is longer than a line. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The texts of the picture; the same as on the page. */
export interface ReceiptPicture {
  readonly amount: string;
  readonly what: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
}

const WIDTH = 720;
const MARGIN = 48;
const HEAD = 230;
const LINE = 36;
const GAP = 20;
const LABEL = '400 26px system-ui';
const VALUE = '600 26px system-ui';
const VALUE_WIDTH = (WIDTH - 2 * MARGIN) * 0.66;

/** Draws a receipt as a picture to share. It is drawn in the browser, so that its data is sent nowhere. */
export async function drawReceipt({ amount, what, lines }: ReceiptPicture): Promise<File> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the receipt');
  pen.font = VALUE;
  const fits = (line: string) => pen.measureText(line).width <= VALUE_WIDTH;
  const rows = lines
    .map(([label, value]) => ({ label, values: wrapText(value, fits) }))
    .filter(({ values }) => values.length > 0);
  canvas.width = WIDTH;
  canvas.height =
    HEAD + 2 * MARGIN - GAP + rows.reduce((sum, { values }) => sum + values.length * LINE + GAP, 0);
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
    pen.fillText(text, x, y, WIDTH - 2 * MARGIN);
  };
  pen.fillStyle = '#f4f1e8';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#08402f';
  pen.fillRect(0, 0, WIDTH, HEAD);
  write('PID', MARGIN, 64, '700 32px system-ui', '#ffc94d', 'left');
  write(amount, WIDTH / 2, 145, '700 60px system-ui', '#f7f4ea', 'center');
  write(what, WIDTH / 2, 195, '400 28px system-ui', '#f7f4ea', 'center');
  let y = HEAD + MARGIN + 24;
  for (const { label, values } of rows) {
    write(label, MARGIN, y, LABEL, '#4d5d55', 'left');
    for (const [index, value] of values.entries())
      write(value, WIDTH - MARGIN, y + index * LINE, VALUE, '#14221c', 'right');
    y += values.length * LINE + GAP;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot draw the receipt');
  return new File([blob], 'pid-receipt.png', { type: 'image/png' });
}
