import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import type { Text } from './rupiah-offer.en.ts';
import type { RupiahOfferProps } from './rupiah-offer.tsx';

/** Only newcomers without SOL load this, including its texts. */
export const LateRupiahOffer = laterWithText<Omit<RupiahOfferProps, 'text'>, Text>(
  4,
  import.meta.glob('./rupiah-offer.*.ts'),
  async () => (await import('./rupiah-offer.tsx')).RupiahOffer,
);
