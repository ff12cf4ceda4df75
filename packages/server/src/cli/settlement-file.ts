import { createReadStream } from 'node:fs';
import { knownSettlementFiles, readSettlementFile, type SettlementFile } from '../checkout/index.ts';
import { CommandError } from './command.ts';

/** Opens a provider's file. Its lines are read as they are consumed. */
export async function openSettlementFile(name: string, signal: AbortSignal): Promise<SettlementFile> {
  const chunks = createReadStream(name, { encoding: 'utf8', signal });
  const file = await readSettlementFile(chunks).catch(() => {
    throw new CommandError(`${name} cannot be read`);
  });
  if (!file) throw new CommandError(`${name} is no settlement file of ${knownSettlementFiles}`);
  return file;
}
