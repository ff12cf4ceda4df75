import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { askPid, Refused } from './ask-pid.ts';

export interface App {
  readonly clientId: string;
  /** PID shows it once, when the app is registered. Keep it on the server. */
  readonly clientSecret: string;
  readonly service: string;
}

/**
 * A studio registers its game once, on PID's page "Your apps". On your own machine, this function does it through the development sign-in, as
 * the identity `example_studio@pid`, and stores the app in `file`.
 */
export async function registerApp(service: string, file: string): Promise<App> {
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as App,
    () => null,
  );
  if (known?.clientSecret && known.service === service && (await isKnown(known))) return known;
  const browser = new Browser(service);
  await browser.signIn('studio@example.com', 'example_studio');
  const { client_id: clientId, client_secret: clientSecret } = await browser.ask<{
    client_id: string;
    client_secret: string;
  }>('/v1/apps', { name: 'Three in a Row', origins: [] });
  const app = { clientId, clientSecret, service };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(app), { mode: 0o600 });
  return app;
}

/** After the database was deleted, PID no longer knows the stored app. */
async function isKnown({ service, clientId }: App): Promise<boolean> {
  const login = new URLSearchParams({ client_id: clientId, redirect_uri: 'http://localhost/' });
  return askPid(`${service}/v1/auth/authorize?${login.toString()}`).then(
    () => true,
    () => false,
  );
}

/** The parts of a browser that the development sign-in needs: cookies and redirects. */
class Browser {
  readonly #service: string;
  readonly #cookies = new Map<string, string>();

  constructor(service: string) {
    this.#service = service;
  }

  ask<Answer>(path: string, body: object): Promise<Answer> {
    return askPid(this.#service + path, body, (address, init) => this.#fetch(address, init));
  }

  async signIn(email: string, handle: string): Promise<void> {
    const form = await this.#follow('/v1/auth/signin/dev?returnTo=/home');
    const submitted = await this.#fetch(form, { method: 'POST', body: new URLSearchParams({ email }) });
    await this.#follow(submitted.headers.get('location') ?? '/', form);
    // Refused if an earlier run has claimed the handle. The sign-in has then opened a session already.
    await this.ask('/v1/auth/claim', { handle }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }

  /** Follows redirects and returns the address of the first response that is not one. */
  async #follow(target: string, base = this.#service): Promise<string> {
    let url = new URL(target, base).href;
    for (let hops = 0; hops < 12; hops += 1) {
      const location = (await this.#fetch(url, {})).headers.get('location');
      if (!location) return url;
      url = new URL(location, url).href;
    }
    throw new Error('the development sign-in redirects in a loop');
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html, application/json',
      ...(init.headers as Record<string, string> | undefined),
      cookie,
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const split = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return response;
  }
}
