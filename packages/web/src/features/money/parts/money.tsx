import { Rupiah } from '../../../kit/controls/amount.tsx';

/** Rupiah as the API gives them. */
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
