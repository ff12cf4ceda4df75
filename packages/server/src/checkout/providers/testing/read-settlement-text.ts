import { readSettlementFile, type SettledLine, type UnreadLine } from '../../read-settlement-file.ts';

/** Reads a whole file, in pieces that also end within fields, quotes and line ends. */
export async function readSettlementText(text: string) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += 3) yield text.slice(at, at + 3);
  }
  const file = await readSettlementFile(pieces());
  if (!file) return null;
  const lines: SettledLine[] = [];
  const unread: UnreadLine[] = [];
  for await (const batch of file.batches)
    for (const read of batch)
      if ('reason' in read) unread.push(read);
      else lines.push(read);
  return { provider: file.provider, lines, unread };
}
