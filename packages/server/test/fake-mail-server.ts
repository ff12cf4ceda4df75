import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onFileEnd } from './file-end.ts';

export interface ReceivedMail {
  readonly to: string[];
  readonly data: string;
}

/** Returns the SMTP response to a command, null for no response, or undefined for the usual response. */
type Answers = (command: string, line: string) => string | null | undefined;

/**
 * Implements the part of RFC 5321 that a client needs to send a mail, on a separate port. Tests can make it
 * misbehave.
 */
export async function startFakeMailServer(): Promise<{
  readonly url: string;
  readonly received: ReceivedMail[];
  answer(answers: Answers): void;
}> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answers: Answers = () => undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    serve(socket, received, (command, line) => answers(command, line));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => void (answers = next),
  };
}

function serve(socket: Socket, received: ReceivedMail[], answers: Answers): void {
  let pending = '';
  let to: string[] = [];
  let data: string | null = null;
  const say = (command: string, usual: string, line = command) => {
    const answer = answers(command, line);
    if (answer !== null) socket.write(`${answer ?? usual}\r\n`);
  };
  say('CONNECT', '220 fake');
  socket.on('data', (chunk) => {
    pending += chunk.toString();
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (data !== null && line === '.') {
        received.push({ to, data });
        [data, to] = [null, []];
        say('.', '250 taken');
      } else if (data === null) {
        const command = line.slice(0, 4).toUpperCase();
        if (command === 'RCPT') to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        if (command === 'DATA') data = '';
        say(command, command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 fake', line);
      } else data += `${line}\r\n`;
    }
  });
}
