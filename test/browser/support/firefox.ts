import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

/** Path of Firefox, or null. Without it, its tests are skipped with a reason. */
export function findFirefox(): string | null {
  const places = [process.env['PID_TEST_FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}

/** Sends a WebDriver BiDi (W3C) command and returns its result. */
export type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

export interface Firefox {
  readonly send: Send;
  /**
   * Returns the errors that pages wrote to the console or threw. Leaves out dynamic imports that Firefox
   * aborted because the page was left: other browsers do not report them.
   */
  readErrors(): string[];
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly level?: string;
    readonly text?: string | null;
    readonly errorText?: string;
    readonly request?: { readonly url: string };
  };
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

/**
 * Starts Debian's Firefox, headless, with a temporary profile. Playwright supports only its patched Firefox.
 */
export async function launchFirefox(executable: string): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'pid-firefox-'));
  const child = spawn(
    executable,
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { socket, send, readErrors } = await connect(`${await addressOf(child.stderr)}/session`);
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded', 'network.fetchError'] });
    return {
      send,
      readErrors,
      async close() {
        socket.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    // Further output is ignored, but must be read so that the pipe does not fill.
    output.resume();
    return address;
  }
  throw new Error('Firefox ended before it listened');
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: Message) => void>();
  const errors: string[] = [];
  const aborted = new Set<string>();
  let commands = 0;
  socket.on('message', (data) => {
    const { id, params, ...rest } = JSON.parse(data.toString()) as Message;
    if (id !== undefined) waiting.get(id)?.(rest);
    else if (params?.level === 'error') errors.push(params.text ?? '');
    else if (params?.errorText === 'NS_BINDING_ABORTED') aborted.add(params.request?.url ?? '');
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer({ error: 'closed', message: 'Firefox is gone' });
  });
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = (commands += 1);
      waiting.set(id, ({ result, error, message }) => {
        waiting.delete(id);
        if (result) resolve(result);
        else reject(new Error(`${method}: ${error}: ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  const isAbortedImport = (text: string) =>
    aborted.has(/^TypeError: error loading dynamically imported module: (\S+)$/.exec(text)?.[1] ?? '');
  const readErrors = () => errors.filter((text) => !isAbortedImport(text));
  return { socket, send, readErrors };
}
