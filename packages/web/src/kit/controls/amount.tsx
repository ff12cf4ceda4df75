import { formatLamports } from '../format/lamports.ts';
import { formatRupiah } from '../format/rupiah.ts';
import { locale } from '../i18n/locale.ts';
import { classNames } from './class-names.ts';

export interface AmountProps {
  readonly value: bigint;
  /** Shows a plus sign and a colour, for statement entries. */
  readonly signed?: boolean;
  readonly class?: string;
}

function Figure({ text, value, signed = false, class: extra }: AmountProps & { text: string }) {
  const incoming = signed && value > 0n;
  return (
    <span class={classNames('whitespace-nowrap tabular-nums', incoming && 'text-good', extra)}>
      {incoming && '+'}
      {text}
    </span>
  );
}

export function Rupiah(props: AmountProps) {
  return <Figure {...props} text={formatRupiah(props.value)} />;
}

export function Sol(props: AmountProps) {
  return <Figure {...props} text={formatLamports(props.value, locale.value)} />;
}
