import { createReadStream } from 'node:fs';
import { knownSettlementFiles, readSettlementFile, type SettlementFile } from '../checkout/index.ts';
import { CommandError } from './command.ts';

/** Opens a provider's file. Its lines are read as they are consumed. */
export async function openSettlementFile(name: string): Promise<SettlementFile> {
  const file = await readSettlementFile(createReadStream(name, 'utf8')).catch(() => {
    throw new CommandError(`${name} cannot be read`);
  });
  if (!file) throw new CommandError(`${name} is no settlement file of ${knownSettlementFiles}`);
  return file;
}
