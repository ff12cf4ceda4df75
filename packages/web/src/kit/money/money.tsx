import { classNames } from '../controls/class-names.ts';
import { formatLamports } from '../format/lamports.ts';
import { formatRupiah } from '../format/rupiah.ts';
import { locale } from '../i18n/locale.ts';

/** Shows an amount in rupiah as the API returns it. */
export function Money(props: {
  amount: number;
  /** Shows a plus sign and a colour, for statement entries. */
  signed?: boolean;
  class?: string;
}) {
  const incoming = props.signed === true && props.amount > 0;
  return (
    <span class={classNames('whitespace-nowrap tabular-nums', incoming && 'text-good', props.class)}>
      {incoming && '+'}
      {formatRupiah(BigInt(props.amount))}
    </span>
  );
}

export function Sol({ value, class: extra }: { value: bigint; class?: string }) {
  return (
    <span class={classNames('whitespace-nowrap tabular-nums', extra)}>
      {formatLamports(value, locale.value)}
    </span>
  );
}
