import type { Reply } from '@pid/contract/client';
import { deviceName } from '../../../../kit/format/device-name.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { nameGoods, type Goods } from '@pid/contract/name-goods';
import { sayPayment, sayReturn } from '@pid/contract/texts/say-payment.ts';
import type { Language } from '@pid/contract/languages';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import type { NoticeText } from './text.en.ts';

export type OwnerNotice = Reply<'listNotices'>['items'][number];

const WHOLE = /^\d{1,20}$/u;

/** Describes a notice in the player's language. A type from a newer server gets a general sentence. */
export function describeNotice(
  { type, data }: Pick<OwnerNotice, 'type' | 'data'>,
  words: { readonly text: NoticeText; readonly locale: Language; readonly unknownDevice: string },
): string {
  const plain = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const rupiah = (amount: number) => formatRupiah(BigInt(amount), words.locale);
  const count = (name: string) => (WHOLE.test(plain(name)) ? Number(plain(name)) : 0);
  const move = () => ({
    app: plain('app') || plain('from'),
    to: plain('to') || null,
    item: nameGoods({ description: plain('item'), item: data['goods'] as Goods | null }, words.locale),
    amount: count('amount'),
    fee: count('fee'),
    status: plain('status'),
    returned: count('returned'),
    refunded: count('refunded'),
  });
  const shown: Readonly<Record<string, () => string>> = {
    purchase: () => sayPayment(words.text.payment, move(), rupiah),
    return: () => sayReturn(words.text.payment, { ...move(), isRefund: data['refund'] === true }, rupiah),
    device: () => deviceName(plain('userAgent'), words.unknownDevice),
    rupiah: () => (WHOLE.test(plain('amount')) ? formatRupiah(BigInt(plain('amount'))) : ''),
    assetName: () => plain('assetName') || shorten(plain('asset')),
    chainAmount: () => {
      const amount = plain('amount');
      const decimals = plain('asset') === 'SOL' ? '9' : plain('decimals');
      // Tokens of earlier notices are in base units, because those notices lack the decimals.
      return WHOLE.test(amount) && WHOLE.test(decimals)
        ? `${formatUnits(BigInt(amount), Number(decimals), words.locale)} ${plain('assetName') || plain('asset')}`
        : `${amount} (${shorten(plain('asset'))})`;
    },
    receiver: () => plain('pid') || shorten(plain('to')),
  };
  const say = Object.hasOwn(words.text.types, type) ? words.text.types[type] : undefined;
  return say ? say((name) => shown[name]?.() ?? plain(name)) : words.text.other;
}

function shorten(address: string): string {
  return address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;
}

const FOR_GUARDIANS = new Set([
  'recovery.help_asked',
  'recovery.guardian_named',
  'recovery.guardian_dropped',
]);

/**
 * Returns the page where the player can act on it. It depends on the prefix of the type, so that new types
 * get a link too.
 */
export function noticePath({ type, data, at }: Pick<OwnerNotice, 'type' | 'data' | 'at'>): string {
  const [subject = ''] = type.split('.');
  const { id, payment } = data;
  if (
    ['payment.confirmed', 'allowance.charged', 'money.returned'].includes(type) &&
    typeof payment === 'string'
  )
    return PAGE_PATHS.paymentReceipt.replace(':id', encodeURIComponent(payment));
  const onStatement = ['money.sent', 'money.received', 'money.returned', 'money.topped_up'];
  if ((onStatement.includes(type) || subject === 'activation') && typeof id === 'string') {
    const path = PAGE_PATHS.receipt.replace(':id', encodeURIComponent(id));
    const isSend = type === 'money.sent' || (type === 'money.received' && payment === undefined);
    return isSend ? path : `${path}?at=${encodeURIComponent(at)}`;
  }
  if (FOR_GUARDIANS.has(type)) return PAGE_PATHS.guardians;
  const clientId = data['clientId'];
  if (type === 'app.invitation' || type === 'app.membership_ended' || data['role'] === 'owner')
    return PAGE_PATHS.apps;
  if (type.startsWith('app.member_') && typeof clientId === 'string')
    return PAGE_PATHS.appMembers.replace(':clientId', encodeURIComponent(clientId));
  if ((subject === 'bank_account' || subject === 'settlement') && typeof clientId === 'string')
    return PAGE_PATHS.app.replace(':clientId', encodeURIComponent(clientId));
  // A child may go on with the payment; parents read what they decided.
  if (type === 'family.decided' && data['decision'] === 'allow' && data['child'] === signedInHint.value)
    return PAGE_PATHS.pay.replace(':id', encodeURIComponent(String(data['paymentId'])));
  if (subject === 'app' && type !== 'app.connected' && typeof clientId === 'string')
    return PAGE_PATHS.app.replace(':clientId', encodeURIComponent(clientId));
  const places: Readonly<Record<string, string>> = {
    passkey: PAGE_PATHS.security,
    login: `${PAGE_PATHS.security}?tab=logins`,
    session: `${PAGE_PATHS.security}?tab=devices`,
    app: PAGE_PATHS.connected,
    allowance: PAGE_PATHS.connected,
    money: PAGE_PATHS.money,
    wallet: PAGE_PATHS.wallet,
    freeze: PAGE_PATHS.freeze,
    recovery: PAGE_PATHS.recovery,
    family: PAGE_PATHS.family,
  };
  return Object.hasOwn(places, subject) ? places[subject]! : `${PAGE_PATHS.security}?tab=activity`;
}
