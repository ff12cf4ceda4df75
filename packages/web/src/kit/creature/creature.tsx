import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawSigil, hashText } from '../controls/draw-sigil.ts';
import type { Show } from './show.ts';

const LENGTHS: Record<Show['kind'], number> = { hatch: 3_400, received: 2_800, confirmed: 2_400 };
const CONFETTI = 22;
const CONFETTI_COLORS = ['#ffc94d', '#7fe3bd', '#ff9d7a', '#9fd3ff', '#f4b8e4'];

type Cell = readonly [x: number, y: number];

const pathOf = (cells: readonly Cell[]) => cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');

/** The egg, in half-width rows from top to bottom on the grid of the creature. Its upper five rows are the lid. */
const EGG_ROWS = [1, 2, 3, 3, 4, 4, 4, 4, 4, 3, 2];
const LID_ROWS = 5;
const eggRow = (half: number, y: number): Cell[] =>
  Array.from({ length: half * 2 }, (_, index): Cell => [index - half, y]);
const rowsOf = (from: number, to: number) =>
  EGG_ROWS.flatMap((half, y) => (y >= from && y < to ? eggRow(half, y - 4) : []));
/** The lid and the shell meet in teeth. */
const TEETH: readonly Cell[] = [-4, -2, 0, 2].map((x): Cell => [x, LID_ROWS - 5]);
const isTooth = ([x, y]: Cell) => TEETH.some(([toothX, toothY]) => toothX === x && toothY === y);
/** The line around closes the seams between lid and shell. */
const WHITE = '#f7f4ea';
const SPOTS: readonly Cell[] = [
  [-2, -2],
  [1, -3],
  [-3, 3],
  [2, 2],
  [0, 4],
];

function Egg({ color }: { color: string }) {
  const lid = [...rowsOf(0, LID_ROWS - 1), ...rowsOf(LID_ROWS - 1, LID_ROWS).filter(isTooth)];
  const shell = [
    ...rowsOf(LID_ROWS - 1, LID_ROWS).filter((cell) => !isTooth(cell)),
    ...rowsOf(LID_ROWS, EGG_ROWS.length),
  ];
  const on = (cells: readonly Cell[]) =>
    SPOTS.filter((spot) => cells.some(([x, y]) => x === spot[0] && y === spot[1]));
  return (
    <g data-part="egg">
      <g data-part="shell">
        <path d={pathOf(shell)} fill={WHITE} stroke={WHITE} stroke-width=".1" />
        <path d={pathOf(on(shell))} fill={color} />
      </g>
      <g data-part="lid">
        <path d={pathOf(lid)} fill={WHITE} stroke={WHITE} stroke-width=".1" />
        <path d={pathOf(on(lid))} fill={color} />
      </g>
      <path
        data-part="crack"
        d="M-4 .5l1-.5 1 1 1-1 1 1 1-1 1 1 1-1 1 .5"
        fill="none"
        stroke="#08402f"
        stroke-width=".35"
        pathLength="1"
        stroke-dasharray="1"
      />
    </g>
  );
}

const COIN = 'M-1-2h2v1h1v2h-1v1h-2v-1h-1v-2h1z';
const CHECK = 'M-3 0h1v1h1v1h1v-1h1v-1h1v-1h1v-1h1v1h-1v1h-1v1h-1v1h-1v1h-1v-1h-1v-1h-1z';

function Scenery({ handle, kind }: Show) {
  const { cells, eyes, color } = drawSigil(handle);
  const centred = (part: readonly Cell[]) => part.map(([x, y]): Cell => [x - 3.5, y - 2.5]);
  return (
    <svg viewBox="-11 -11 22 19" class={kind === 'hatch' ? 'w-64' : 'w-36'} aria-hidden="true">
      <ellipse data-part="shadow" cx="0" cy="6.4" rx="4.4" ry=".8" fill="#03180f" fill-opacity=".5" />
      <g data-part="body">
        <path d={pathOf(centred(cells))} fill={color} />
        <path data-part="eyes" d={pathOf(centred(eyes))} fill="#06281d" />
      </g>
      {kind === 'hatch' && <Egg color={color} />}
      {kind === 'received' && (
        <g data-part="coin">
          <path d={COIN} fill="#ffc233" />
          <path d="M-.5-1h1v2h-1z" fill="#b27b00" />
        </g>
      )}
      {kind === 'confirmed' && <path data-part="check" d={CHECK} fill="#7fe3bd" />}
      {Array.from({ length: CONFETTI }, (_, index) => (
        <rect
          key={index}
          data-part="confetti"
          x="-.35"
          y="-.35"
          width=".7"
          height=".7"
          opacity="0"
          fill={CONFETTI_COLORS[index % CONFETTI_COLORS.length]}
        />
      ))}
    </svg>
  );
}

type Frames = readonly (Keyframe & { readonly at: number })[];

/** Times are in milliseconds from the start. All parts run as long as the scene, so that they stay in step. */
function run(part: Element, length: number, frames: Frames, easing = 'ease-in-out'): void {
  part.animate(
    frames.map(({ at, ...frame }) => ({ ...frame, offset: Math.min(1, at / length), easing })),
    { duration: length, fill: 'both' },
  );
}

const turn = (degrees: number) => `rotate(${degrees}deg)`;
const move = (y: number, width = 1, height = 1) => `translateY(${y}px) scale(${width}, ${height})`;

/** Where the creature jumps off: squashed, in the air, and squashed again. */
const hop = (at: number, height: number): Frames => [
  { at, transform: move(0) },
  { at: at + 90, transform: move(0, 1.14, 0.84) },
  { at: at + 240, transform: move(-height, 0.92, 1.1) },
  { at: at + 400, transform: move(0, 1.12, 0.86) },
  { at: at + 500, transform: move(0) },
];

const blink = (at: number): Frames => [
  { at, transform: 'scaleY(1)' },
  { at: at + 60, transform: 'scaleY(.1)' },
  { at: at + 130, transform: 'scaleY(1)' },
];

/** Flies out from the creature; the direction depends on the piece alone. */
function scatter(piece: Element, index: number, at: number, length: number): void {
  const hash = hashText(`confetti ${index}`);
  const angle = (index / CONFETTI) * Math.PI * 2;
  const reach = 6 + (hash % 40) / 10;
  const place = `translate(${(Math.cos(angle) * reach).toFixed(1)}px, ${(Math.sin(angle) * reach * 0.8 - 1).toFixed(1)}px)`;
  const spin = turn(hash % 360);
  run(
    piece,
    length,
    [
      { at: 0, transform: 'translate(0, 1px)', opacity: 0 },
      { at: at - 1, transform: 'translate(0, 1px)', opacity: 0 },
      { at, transform: 'translate(0, 1px)', opacity: 1 },
      { at: at + 650, transform: `${place} ${spin}`, opacity: 1 },
      { at: at + 1_300, transform: `${place} translateY(3px) ${spin}`, opacity: 0 },
      { at: length, transform: `${place} translateY(3px) ${spin}`, opacity: 0 },
    ],
    'linear',
  );
}

function hatch(part: (name: string) => Element[], length: number): void {
  const wobble = [-5, 6, -8, 9, -11, 11].map((degrees, index) => ({
    at: 250 + index * 150,
    transform: turn(degrees),
  }));
  for (const egg of part('egg'))
    run(egg, length, [
      { at: 0, transform: turn(0) },
      ...wobble,
      { at: 1_200, transform: turn(0) },
      { at: length, transform: turn(0) },
    ]);
  for (const crack of part('crack'))
    run(crack, length, [
      { at: 0, strokeDashoffset: 1, opacity: 1 },
      { at: 550, strokeDashoffset: 1, opacity: 1 },
      { at: 1_150, strokeDashoffset: 0, opacity: 1 },
      { at: 1_220, strokeDashoffset: 0, opacity: 0 },
      { at: length, strokeDashoffset: 0, opacity: 0 },
    ]);
  for (const lid of part('lid'))
    run(lid, length, [
      { at: 0, transform: 'translate(0, 0)', opacity: 1 },
      { at: 1_200, transform: 'translate(0, 0)', opacity: 1 },
      { at: 1_550, transform: `translate(3px, -6px) ${turn(40)}`, opacity: 1 },
      { at: 1_900, transform: `translate(6px, 1px) ${turn(110)}`, opacity: 0 },
      { at: length, transform: `translate(6px, 1px) ${turn(110)}`, opacity: 0 },
    ]);
  for (const shell of part('shell'))
    run(shell, length, [
      { at: 0, opacity: 1, transform: 'translateY(0)' },
      { at: 1_750, opacity: 1, transform: 'translateY(0)' },
      { at: 2_050, opacity: 0, transform: 'translateY(3px)' },
      { at: length, opacity: 0, transform: 'translateY(3px)' },
    ]);
  for (const body of part('body'))
    run(body, length, [
      { at: 0, transform: move(1.5, 0.3, 0.3), opacity: 0 },
      { at: 1_200, transform: move(1.5, 0.5, 0.5), opacity: 0 },
      { at: 1_260, transform: move(1, 0.6, 0.6), opacity: 1 },
      { at: 1_560, transform: move(-3.5, 0.95, 1.12), opacity: 1 },
      { at: 1_780, transform: move(0, 1.16, 0.84), opacity: 1 },
      { at: 1_900, transform: move(0), opacity: 1 },
      ...hop(2_300, 2.2).map((frame) => ({ ...frame, opacity: 1 })),
      { at: length, transform: move(0), opacity: 1 },
    ]);
}

function receive(part: (name: string) => Element[], length: number): void {
  for (const coin of part('coin'))
    run(coin, length, [
      { at: 0, transform: 'translateY(-13px) scaleX(1)', opacity: 1 },
      { at: 180, transform: 'translateY(-10px) scaleX(.2)', opacity: 1 },
      { at: 360, transform: 'translateY(-7px) scaleX(1)', opacity: 1 },
      { at: 520, transform: 'translateY(-4px) scaleX(.4)', opacity: 1 },
      { at: 600, transform: 'translateY(-2px) scale(.2)', opacity: 0 },
      { at: length, transform: 'translateY(-2px) scale(.2)', opacity: 0 },
    ]);
  for (const body of part('body'))
    run(body, length, [
      { at: 0, transform: move(0) },
      { at: 560, transform: move(0) },
      ...hop(600, 3),
      ...hop(1_150, 2),
      { at: length, transform: move(0) },
    ]);
}

function confirm(part: (name: string) => Element[], length: number): void {
  for (const body of part('body'))
    run(body, length, [{ at: 0, transform: move(0) }, ...hop(150, 3.2), { at: length, transform: move(0) }]);
  for (const check of part('check'))
    run(check, length, [
      { at: 0, transform: 'translateY(-7px) scale(0)' },
      { at: 350, transform: 'translateY(-7px) scale(0)' },
      { at: 620, transform: 'translateY(-7px) scale(1.25)' },
      { at: 780, transform: 'translateY(-7px) scale(1)' },
      { at: length, transform: 'translateY(-7px) scale(1)' },
    ]);
}

const SCENES = { hatch, received: receive, confirmed: confirm };
const SCATTER_AT = { hatch: 1_350, received: 700, confirmed: 420 };

/** Without motion, the creature and the line are shown as long, and nothing moves. */
function animate(stage: HTMLElement, kind: Show['kind']): void {
  const length = LENGTHS[kind];
  const part = (name: string) => [...stage.querySelectorAll(`[data-part=${name}]`)];
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    for (const gone of [...part('egg'), ...part('coin'), ...part('confetti')]) gone.remove();
    for (const check of part('check')) check.setAttribute('transform', 'translate(0 -7)');
    return;
  }
  for (const moving of [...part('body'), ...part('egg'), ...part('shadow')]) {
    if (!(moving instanceof SVGElement)) continue;
    moving.style.transformBox = 'fill-box';
    moving.style.transformOrigin = '50% 100%';
  }
  for (const eyes of part('eyes')) {
    if (eyes instanceof SVGElement) {
      eyes.style.transformBox = 'fill-box';
      eyes.style.transformOrigin = 'center';
    }
    run(eyes, length, [
      { at: 0, transform: 'scaleY(1)' },
      ...blink(length - 1_250),
      ...blink(length - 700),
      { at: length, transform: 'scaleY(1)' },
    ]);
  }
  SCENES[kind](part, length);
  for (const [index, piece] of part('confetti').entries()) scatter(piece, index, SCATTER_AT[kind], length);
}

function Stage({ show, onEnd }: { show: Show; onEnd: () => void }) {
  const stage = useRef<HTMLDivElement>(null);
  // Before the first paint, which would show all parts in their places.
  useLayoutEffect(() => {
    if (stage.current) animate(stage.current, show.kind);
  }, []);
  useEffect(() => {
    const timer = setTimeout(onEnd, LENGTHS[show.kind]);
    return () => clearTimeout(timer);
  }, []);
  // The live region exists before its text, otherwise screen readers miss it.
  const [said, setSaid] = useState('');
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(show.said));
    return () => cancelAnimationFrame(frame);
  }, []);
  const isHatching = show.kind === 'hatch';
  return (
    <div
      ref={stage}
      data-creature={show.kind}
      class={`pointer-events-none fixed inset-x-0 z-20 flex justify-center px-4 ${isHatching ? 'inset-y-0 items-center' : 'bottom-20'}`}
    >
      <div class="grid justify-items-center gap-2 rounded-xl bg-[#08402f] p-4 text-center text-[#f7f4ea] shadow-raised">
        <Scenery {...show} />
        <p class="min-h-[1lh] font-display text-xl font-bold break-words" role="status">
          {said}
        </p>
      </div>
    </div>
  );
}

let current: HTMLElement | null = null;

/** One scene at a time: a new one replaces the old one. */
export function play(show: Show): void {
  current?.remove();
  const place = document.createElement('div');
  current = place;
  document.body.append(place);
  render(
    <Stage
      show={show}
      onEnd={() => {
        render(null, place);
        place.remove();
      }}
    />,
    place,
  );
}
