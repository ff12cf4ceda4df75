import { expect } from 'vitest';
import type { Send } from './firefox.ts';
import { patience } from './journey.ts';

/** The actions of a player, in a phone-sized window with a separate profile. */
export interface FirefoxPage {
  goto(address: string): Promise<void>;
  address(): Promise<string>;
  /** The visible text. */
  text(): Promise<string>;
  /** Waits for the text. */
  reads(text: string): Promise<void>;
  /** Clicks a link or an enabled button by its name. */
  click(name: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
}

interface Answer {
  readonly type: string;
  readonly result?: { readonly value?: unknown; readonly sharedId?: string };
}

/** Runs in the page: finds a visible and enabled element by its name. */
const findPressable = `(name) => {
  const named = [...document.querySelectorAll('dialog[open] button, dialog[open] a, button, a')].find((element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim().startsWith(name)
    && element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled=true]'));
  named?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return named ?? null;
}`;

const findField = `(name) => {
  const label = [...document.querySelectorAll('label')].find((label) => label.textContent.trim().startsWith(name));
  label?.control?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return label?.control ?? null;
}`;

export async function openFirefoxPage(send: Send): Promise<FirefoxPage> {
  const { userContext } = await send('browser.createUserContext');
  const { context } = await send('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport: { width: 360, height: 740 } });

  async function ask(functionDeclaration: string, ...values: string[]): Promise<Answer['result']> {
    const answer = (await send('script.callFunction', {
      functionDeclaration,
      arguments: values.map((value) => ({ type: 'string', value })),
      target: { context },
      awaitPromise: true,
    })) as unknown as Answer;
    return answer.result;
  }

  /** A page that is navigating does not respond for a moment. */
  const tryAsk = (declaration: string, ...values: string[]) =>
    ask(declaration, ...values).catch(() => undefined);

  async function find(declaration: string, name: string): Promise<{ sharedId: string }> {
    let found: string | undefined;
    await expect
      .poll(
        async () => {
          found = (await tryAsk(declaration, name))?.sharedId;
          return found === undefined ? `${name} is not there: ${await text()}` : name;
        },
        { ...patience, interval: 100 },
      )
      .toBe(name);
    return { sharedId: found! };
  }

  /**
   * Clicks with the pointer, so that a covering element receives the click. If the page replaces the element
   * before that, it is searched again.
   */
  async function press(declaration: string, name: string): Promise<void> {
    for (let left = 20; left >= 0; left -= 1)
      try {
        return await pressOnce(await find(declaration, name));
      } catch (error) {
        if (left === 0) throw error;
      }
  }

  async function pressOnce(element: { sharedId: string }): Promise<void> {
    const origin = { type: 'element', element };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'finger', actions }] });
  }

  const read = async (declaration: string) => {
    const found = (await tryAsk(declaration))?.value;
    return typeof found === 'string' ? found : '';
  };
  const text = () => read('() => document.body.innerText');
  return {
    text,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    address: () => read('() => location.href'),
    reads: async (wanted) => {
      await expect.poll(text, patience).toContain(wanted);
    },
    click: (name) => press(findPressable, name),
    async fill(label, value) {
      await press(findField, label);
      await ask('() => document.activeElement.select()');
      const actions = Array.from(value).flatMap((key) => [
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
  };
}
