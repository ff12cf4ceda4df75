import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onFileEnd } from './file-end.ts';

/** A source of the price of SOL, as PID_SOL_PRICE_URL names it. Its price can be changed. */
export async function startSolPrice(idr: number): Promise<{ url: string; idr: number }> {
  const source = { url: '', idr };
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ solana: { idr: source.idr } })),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onFileEnd(async () => void server.close());
  source.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return source;
}
