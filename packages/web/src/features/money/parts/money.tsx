import { Rupiah } from '../../../kit/controls/amount.tsx';

/** Shows an amount in rupiah as the API returns it. */
export function Money({
  amount,
  signed,
  class: extra,
}: {
  amount: number;
  signed?: boolean;
  class?: string;
}) {
  return (
    <Rupiah
      value={BigInt(amount)}
      {...(signed === undefined ? {} : { signed })}
      {...(extra === undefined ? {} : { class: extra })}
    />
  );
}
