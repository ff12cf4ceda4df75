import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../packages/server/test/free-port.ts';
import { repository } from '../examples/copy-out.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

/** Starts `examples/engines/server.mjs`, behind a proxy that can fail. */
export async function startGameServer(app: { baseUrl: string; clientId: string; clientSecret: string }) {
  const [own, shown] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(repository, 'examples/engines/server.mjs')], {
    env: {
      ...process.env,
      PID_URL: app.baseUrl,
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: app.clientSecret,
      PORT: String(own),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  const proxy = await startFaultyProxy(shown, `http://localhost:${own}`);
  const address = `http://localhost:${shown}`;
  return {
    async order(bearer: string): Promise<{ id: string; payUrl: string }> {
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await fetch(`${address}/orders`, { method: 'POST', headers });
      const [id = '', payUrl = ''] = (await answer.text()).split(' ');
      return { id, payUrl };
    },
    statusUrl: (id: string) => `${address}/orders/${id}`,
    /** The next requests for the status of this order fail. */
    fail: (id: string, count: number) =>
      proxy.plan(`/orders/${id}`, ...Array.from({ length: count }, () => ({ status: 500 }))),
  };
}
