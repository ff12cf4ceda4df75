import { PidError, resumeSignIn, signInWithPid, type SignInResult } from '@pid/sdk';
import { button, element, load, rupiah, say, showSignInButton, showWords } from './page.ts';
import { buyItem, resumePurchase, showShop } from './shop.ts';
import { otherLanguage, words } from './words.ts';
import { findPlaySession, openPlaySession, resumePlaySession, type PlaySession } from '@pid/sdk/session';

interface Settings {
  readonly service: string;
  readonly clientId: string;
  readonly program: string;
}

interface BoardState {
  readonly address: string;
  readonly cells: readonly ('empty' | 'player' | 'house')[];
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const marks = { empty: '', player: '✕', house: '◯' };

showWords();
const settings = await load<Settings>('/api/settings');
showSignInButton(settings.service);
let pid: string | null = null;
let session: PlaySession | null = null;
let boardAddress = '';
let busy = false;
let latest = 0;

/** Runs one action at a time and shows its error. An action with a window replaces the one before: its window may be gone. */
async function run(work: () => Promise<void>, { replaces = false } = {}): Promise<void> {
  if (busy && !replaces) return;
  const own = ++latest;
  showBusy(true);
  try {
    await work();
  } catch (error) {
    if (error instanceof PidError && error.code === 'superseded') return;
    say(error instanceof Error ? error.message : words.wrong);
  } finally {
    if (own === latest) showBusy(false);
  }
}

/** Uses aria-disabled, because a disabled square would lose the keyboard focus. */
function showBusy(now: boolean): void {
  busy = now;
  element('board').setAttribute('aria-disabled', String(now));
}

function onClick(id: string, work: () => Promise<void>, options?: { replaces: boolean }): void {
  button(id).addEventListener('click', () => void run(work, options));
}

async function finishSignIn({ code, codeVerifier }: SignInResult): Promise<void> {
  await load('/api/login', { code, codeVerifier });
  await showPlayer();
}

async function showPlayer(): Promise<void> {
  pid = await showBalance();
  element('player').textContent = pid ?? '';
  if (pid === null) return;
  await showShop();
  session = await findPlaySession({ ...sessionOptions(), pid }, nowSeconds());
  document.body.dataset['stage'] = 'signed-in';
  await showSession();
}

/** Returns the pid of the signed-in player, or null. */
async function showBalance(): Promise<string | null> {
  const me = await load<{ pid: string; balance: number | null } | null>('/api/me');
  element('balance').textContent = typeof me?.balance === 'number' ? rupiah.format(me.balance) : '';
  return me?.pid ?? null;
}

const sessionOptions = () => ({
  clientId: settings.clientId,
  program: settings.program,
  baseUrl: settings.service,
  pid: pid ?? '',
  hours: 12,
});

async function showSession(): Promise<void> {
  if (!session) return say(words.openFirst);
  say(words.settingUp);
  showBoard(await load<BoardState>('/api/board'));
  document.body.dataset['stage'] = 'playing';
  button('renew').hidden = !session.isRenewalDue(nowSeconds());
  say(words.yourMove);
}

function showBoard({ address, cells, wins, losses, draws }: BoardState): void {
  boardAddress = address;
  cells.forEach((side, cell) => {
    const square = button(`cell-${cell}`);
    square.textContent = marks[side];
    square.dataset['side'] = side;
    square.setAttribute('aria-label', words.square(cell + 1, side));
  });
  element('score').textContent = words.score(wins, losses, draws);
}

async function move(cell: number): Promise<void> {
  if (!session) return;
  const started = performance.now();
  button(`cell-${cell}`).textContent = marks.player;
  button(`cell-${cell}`).setAttribute('aria-label', words.square(cell + 1, 'player'));
  say(words.onItsWay);
  try {
    await session.play({
      data: Uint8Array.of(1, cell),
      accounts: [
        { address: session.player, writable: false },
        { address: boardAddress, writable: true },
      ],
    });
    say(words.confirmed(((performance.now() - started) / 1000).toFixed(1)));
  } finally {
    showBoard(await load<BoardState>('/api/board'));
  }
}

element('board').append(
  ...Array.from({ length: 9 }, (_, cell) => {
    const square = document.createElement('button');
    square.id = `cell-${cell}`;
    square.type = 'button';
    square.setAttribute('aria-label', words.square(cell + 1, 'empty'));
    return square;
  }),
);
for (let cell = 0; cell < 9; cell += 1) onClick(`cell-${cell}`, () => move(cell));
onClick(
  'sign-in',
  async () =>
    finishSignIn(
      await signInWithPid({ clientId: settings.clientId, baseUrl: settings.service, scope: 'balance' }),
    ),
  { replaces: true },
);
const open = async () => {
  session = await openPlaySession(sessionOptions());
  await showSession();
};
onClick('open', open, { replaces: true });
const buy = async () => {
  await buyItem();
  await showBalance();
};
onClick('buy', buy, { replaces: true });
button('language').addEventListener('click', otherLanguage);
onClick('renew', open, { replaces: true });

// Without a popup, the whole page went to PID: pick up a result that has just come back. A session comes first: in a window that
// `openPlaySession` opened, the game must not start.
await run(async () => {
  const [opened] = await Promise.allSettled([resumePlaySession()]);
  const resumed = resumeSignIn();
  if (resumed) await finishSignIn(resumed);
  else await showPlayer();
  if (await resumePurchase()) {
    await showBalance();
    return;
  }
  if (opened.status === 'rejected') throw opened.reason;
  if (!opened.value) return;
  session = opened.value;
  await showSession();
});
