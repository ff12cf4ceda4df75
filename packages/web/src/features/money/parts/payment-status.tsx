import { Badge, type BadgeTone } from '../../../kit/controls/badge.tsx';
import type { PaymentText } from './payment-text.en.ts';
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

export function PaymentBadge({ text, status }: { text: PaymentText; status: PaymentStatus }) {
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}
