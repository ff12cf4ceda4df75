import { cardTypeSize, drawRosette, drawSigil } from '../../../kit/controls/draw-sigil.ts';

/** The identity card is drawn on a field of 400 by 252. */
const CARD = { width: 400, height: 252, radius: 20 };
const FRAME = 20;
const ADDRESS_HEIGHT = 34;
/** 1320 pixels wide: sharp on phones, and small enough for chats. */
const SCALE = 3;

export interface CardPicture {
  readonly handle: string;
  /** Words that are the same for every player, in the language of the page. */
  readonly kind: string;
  /** The address of the public page, without `https://`. */
  readonly address: string;
}

/**
 * Draws the card of a player as a picture to share. It contains only what is public for ever: the player name with its
 * creature and lines, and the address of the public page. It is drawn in the browser.
 */
export async function drawCard({ handle, kind, address }: CardPicture): Promise<File> {
  const canvas = document.createElement('canvas');
  const [width, height] = [CARD.width + 2 * FRAME, CARD.height + 2 * FRAME + ADDRESS_HEIGHT];
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the card');
  const display = "'Bricolage Grotesque', ui-rounded, system-ui, sans-serif";
  // The picture must have the letters of the page. Without them, it has those of the system.
  await document.fonts.load(`700 20px ${display}`).catch(() => []);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = '#f4f1e8';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#4d5d55';
  pen.font = '600 16px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.fillText(address, width / 2, height - FRAME, CARD.width);
  pen.textAlign = 'left';
  pen.translate(FRAME, FRAME);
  drawGround(pen, handle);
  drawLogo(pen);
  pen.fillStyle = '#f7f4ea';
  pen.font = `700 17px ${display}`;
  pen.fillText('PID', 64, 44);
  drawCreature(pen, handle);
  drawName(pen, handle, display);
  pen.font = '14px system-ui, sans-serif';
  pen.fillStyle = '#d3e5da';
  pen.fillText(kind, 22, 196, CARD.width - 44);
  pen.fillStyle = '#bcd6c8';
  pen.font = '11px ui-monospace, monospace';
  const zone = `P<PID<${handle.toUpperCase()}`.padEnd(40, '<');
  pen.letterSpacing = `${(356 - pen.measureText(zone).width) / (zone.length - 1)}px`;
  pen.fillText(zone, 22, 231);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot draw the card');
  return new File([blob], `${handle}-pid.png`, { type: 'image/png' });
}

/** Like `identity-card.css`: dark green with light from two corners, and the rosette. */
function drawGround(pen: CanvasRenderingContext2D, handle: string): void {
  pen.save();
  pen.beginPath();
  pen.roundRect(0, 0, CARD.width, CARD.height, CARD.radius);
  pen.clip();
  pen.fillStyle = '#08402f';
  pen.fillRect(0, 0, CARD.width, CARD.height);
  const light = (x: number, y: number, radius: number, colour: string) => {
    const gradient = pen.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, colour);
    gradient.addColorStop(1, `${colour}00`);
    pen.fillStyle = gradient;
    pen.fillRect(0, 0, CARD.width, CARD.height);
  };
  light(0, CARD.height, 230, '#0a3d50');
  light(CARD.width, 0, 260, '#1c8a66');
  pen.strokeStyle = 'rgb(191 243 220 / 0.34)';
  pen.lineWidth = 0.55;
  pen.stroke(new Path2D(drawRosette(handle, CARD.width, CARD.height)));
  pen.fillStyle = 'rgb(3 24 15 / 0.6)';
  pen.beginPath();
  pen.roundRect(174, 13, 52, 9, 4.5);
  pen.fill();
  pen.strokeStyle = 'rgb(255 255 255 / 0.3)';
  pen.lineWidth = 1;
  pen.setLineDash([3, 3]);
  pen.stroke(new Path2D('M22 210h356'));
  pen.restore();
}

/** The shape of `LogoShape` at its place on the card. */
function drawLogo(pen: CanvasRenderingContext2D): void {
  pen.save();
  pen.translate(22, 21);
  pen.scale(34 / 32, 34 / 32);
  const fillPath = (shape: Path2D) => pen.fill(shape);
  const fillShape = (drawing: string) => fillPath(new Path2D(drawing));
  const box = (x: number, y: number, width: number, height: number, radius: number) => {
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
  };
  pen.fillStyle = '#0b6b4e';
  box(2, 5, 28, 22, 6);
  pen.fill();
  pen.strokeStyle = 'rgb(255 255 255 / 0.25)';
  pen.lineWidth = 1;
  box(2.5, 5.5, 27, 21, 5.5);
  pen.stroke();
  pen.fillStyle = '#f4f1e8';
  box(12, 8, 8, 2.5, 1.25);
  pen.fill();
  fillShape('M13 20h2v2h2v-2h2v4h-6z');
  pen.fillStyle = '#ffc233';
  fillShape('M8 14h4v6h-4zM20 14h4v6h-4z');
  pen.restore();
}

function drawCreature(pen: CanvasRenderingContext2D, handle: string): void {
  pen.fillStyle = 'rgb(3 24 15 / 0.62)';
  pen.beginPath();
  pen.roundRect(302, 22, 76, 76, 14);
  pen.fill();
  const { cells, eyes, color } = drawSigil(handle);
  const cell = 54 / 7;
  const fill = (places: readonly (readonly [number, number])[], colour: string) => {
    pen.fillStyle = colour;
    // A little larger than a cell, so that no seam shows between two of them.
    for (const [x, y] of places) pen.fillRect(313 + x * cell, 33 + y * cell, cell + 0.3, cell + 0.3);
  };
  fill(cells, color);
  fill(eyes, '#06281d');
}

function drawName(pen: CanvasRenderingContext2D, handle: string, display: string): void {
  const size = cardTypeSize(handle);
  pen.font = `700 ${size}px ${display}`;
  pen.letterSpacing = `${-0.025 * size}px`;
  pen.fillStyle = '#f7f4ea';
  pen.fillText(handle, 22, 171);
  const { width } = pen.measureText(handle);
  pen.fillStyle = '#ffc94d';
  pen.fillText('@pid', 22 + width, 171);
  pen.letterSpacing = '0px';
}
