import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { serveRegistrar } from '../registrar/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

const usage = 'Usage: pid registrar [--port PORT] [--host ADDRESS] [--per-minute ACTIVATIONS]';

/** The registrar key outside of the nodes: started where PID_REGISTRAR_KEY may be read, and nowhere else. */
export async function registrar(context: CommandContext): Promise<void> {
  const { host, port, perMinuteMax } = readFlags(context.words);
  const { registrarKey, registrarToken, programId } = context.config;
  if (!registrarKey || !registrarToken || !programId)
    throw new CommandError('PID_REGISTRAR_KEY, PID_REGISTRAR_TOKEN and PID_PROGRAM_ID must be set');
  await withDatabase(context, async (db) => {
    const server = await serveRegistrar({
      db,
      signer: registrarKey,
      programId,
      token: registrarToken,
      perMinuteMax,
      clock: systemClock,
      log: createLogger(context.config.logLevel),
      host,
      port,
    });
    context.print(
      `The registrar answers at ${server.url}. On every node set PID_REGISTRAR_URL=${server.url}, PID_REGISTRAR_ADDRESS=${registrarKey.address} and the same PID_REGISTRAR_TOKEN.`,
    );
    await new Promise<void>((resolve) =>
      closeWithGrace({ delay: 10_000, logger: false }, async () => {
        await server.close();
        resolve();
      }),
    );
  });
}

function readFlags(words: readonly string[]): { host: string; port: number; perMinuteMax: number } {
  const number = (text: string, min: number, max: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) throw new CommandError(usage);
    return value;
  };
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { port: { type: 'string' }, host: { type: 'string' }, 'per-minute': { type: 'string' } },
    });
    return {
      host: values.host ?? '127.0.0.1',
      port: number(values.port ?? '4120', 0, 65_535),
      perMinuteMax: number(values['per-minute'] ?? '600', 1, 1_000_000),
    };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(usage);
  }
}
