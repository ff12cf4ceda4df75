import { formatUnits } from '../kit/format/lamports.ts';
import { locale } from '../kit/i18n/locale.ts';
import type { Holding } from './read-vault.ts';
import type { Text } from './text.en.ts';

function nameOf(text: Text, { mint }: Holding): string {
  return mint === null ? text.take.sol : text.take.token(`${mint.slice(0, 4)}…${mint.slice(-4)}`);
}

export function shownAmount(text: Text, holding: Holding, amount = holding.amount): string {
  return `${formatUnits(amount, holding.decimals, locale.value)} ${nameOf(text, holding)}`;
}
