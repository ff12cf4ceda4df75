import type { ReceiptContent, ReceiptLine } from './describe-receipt.ts';

/** Breaks text into lines that fit: between words, and a longer word after its hyphens or anywhere. */
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
    for (const part of word.split(/(?<=-)/u).flatMap((each) => (fits(each) ? each : Array.from(each)))) {
      if (line !== '' && !fits(line + part)) {
        lines.push(line);
        line = '';
      }
      line += part;
    }
  }
  return line === '' ? lines : [...lines, line];
}

const WIDTH = 720;
const MARGIN = 48;
const TITLE_TOP = 230;
const LINE = 36;
const GAP = 20;
const LABEL = '400 26px system-ui';
const VALUE = '600 26px system-ui';
const STATE = '600 24px system-ui';
const VALUE_WIDTH = (WIDTH - 2 * MARGIN) * 0.66;

type Row = { readonly label: string; readonly values: readonly string[] };

const heightOf = (rows: readonly Row[]) =>
  rows.reduce((sum, { values }) => sum + values.length * LINE + GAP, 0);

/**
 * Draws a receipt as a picture to keep or share, without its private lines. It is drawn in the browser, so
 * that its data is sent nowhere.
 */
export async function drawReceipt(title: string, content: ReceiptContent): Promise<File> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the receipt');
  pen.font = VALUE;
  const fits = (line: string) => pen.measureText(line).width <= VALUE_WIDTH;
  const rowsOf = (lines: readonly ReceiptLine[]): Row[] =>
    lines
      .filter(({ isPrivate }) => isPrivate !== true)
      .map(({ label, value, detail = '' }) => ({
        label,
        values: [...wrapText(value, fits), ...wrapText(detail, fits)],
      }))
      .filter(({ values }) => values.length > 0);
  const groups = [rowsOf(content.lines), rowsOf(content.history)].filter((rows) => rows.length > 0);
  const head = TITLE_TOP + (content.state === null ? 0 : 64);
  canvas.width = WIDTH;
  canvas.height =
    head + MARGIN + groups.reduce((sum, rows) => sum + heightOf(rows), 0) + groups.length * (MARGIN - GAP);
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
  pen.fillRect(0, 0, WIDTH, head);
  write('PID', MARGIN, 64, '700 32px system-ui', '#ffc94d', 'left');
  write(title, WIDTH - MARGIN, 64, LABEL, '#f7f4ea', 'right');
  write(content.amount, WIDTH / 2, 145, '700 60px system-ui', '#f7f4ea', 'center');
  write(content.what, WIDTH / 2, 195, '400 28px system-ui', '#f7f4ea', 'center');
  if (content.state !== null) {
    pen.font = STATE;
    const width = Math.min(pen.measureText(content.state).width + 48, WIDTH - 2 * MARGIN);
    pen.fillStyle = '#ffc94d';
    pen.beginPath();
    pen.roundRect((WIDTH - width) / 2, 220, width, 44, 22);
    pen.fill();
    write(content.state, WIDTH / 2, 251, STATE, '#2b1d00', 'center');
  }
  let y = head + MARGIN + 24;
  for (const [place, rows] of groups.entries()) {
    if (place > 0) {
      pen.fillStyle = '#d8d3c2';
      pen.fillRect(MARGIN, y - 26, WIDTH - 2 * MARGIN, 2);
      y += MARGIN - GAP;
    }
    for (const { label, values } of rows) {
      write(label, MARGIN, y, LABEL, '#4d5d55', 'left');
      for (const [index, value] of values.entries())
        write(value, WIDTH - MARGIN, y + index * LINE, VALUE, '#14221c', 'right');
      y += values.length * LINE + GAP;
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot draw the receipt');
  return new File([blob], 'pid-receipt.png', { type: 'image/png' });
}
