import type { PaymentWords } from '@pid/contract/texts/payment.en.ts';
import { sayPaymentState } from '@pid/contract/texts/say-payment.ts';
import { Badge, type BadgeTone } from '../../../kit/controls/badge.tsx';
import { formatNumberOfRupiah } from '../../../kit/format/rupiah.ts';
import type { PaymentStatus } from '../../../kit/api/shapes.ts';

const TONES: Record<PaymentStatus, BadgeTone> = {
  open: 'note',
  held: 'warn',
  paid: 'good',
  refunded: 'plain',
  void: 'plain',
  declined: 'plain',
  expired: 'plain',
  cancelled: 'plain',
};

export const PAYMENT_STATUSES = Object.keys(TONES) as readonly PaymentStatus[];

interface PaymentBadgeProps {
  readonly text: { readonly words: PaymentWords };
  readonly status: PaymentStatus;
  readonly returned?: number | undefined;
  readonly refunded?: number | undefined;
}

/** With `returned` and `refunded`, a paid payment also shows what came back. */
export function PaymentBadge({ text, status, returned = 0, refunded = 0 }: PaymentBadgeProps) {
  return (
    <Badge tone={TONES[status]}>
      {sayPaymentState(text.words, { status, returned, refunded }, formatNumberOfRupiah)}
    </Badge>
  );
}
