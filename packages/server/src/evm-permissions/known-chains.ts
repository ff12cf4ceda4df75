/** Chains that users know by name. Any other is called by its number; none is refused. */
const chains: ReadonlyMap<number, { readonly name: string; readonly coin: string }> = new Map([
  [1, { name: 'Ethereum', coin: 'ETH' }],
  [10, { name: 'OP Mainnet', coin: 'ETH' }],
  [56, { name: 'BNB Smart Chain', coin: 'BNB' }],
  [100, { name: 'Gnosis', coin: 'xDAI' }],
  [130, { name: 'Unichain', coin: 'ETH' }],
  [137, { name: 'Polygon', coin: 'POL' }],
  [324, { name: 'ZKsync Era', coin: 'ETH' }],
  [2020, { name: 'Ronin', coin: 'RON' }],
  [8453, { name: 'Base', coin: 'ETH' }],
  [13_371, { name: 'Immutable zkEVM', coin: 'IMX' }],
  [42_161, { name: 'Arbitrum One', coin: 'ETH' }],
  [43_114, { name: 'Avalanche C-Chain', coin: 'AVAX' }],
  [59_144, { name: 'Linea', coin: 'ETH' }],
  [84_532, { name: 'Base Sepolia (test network)', coin: 'test ETH' }],
  [11_155_111, { name: 'Sepolia (test network)', coin: 'test ETH' }],
]);

export function chainName(chainId: number): string | undefined {
  return chains.get(chainId)?.name;
}

export function coinName(chainId: number): string | undefined {
  return chains.get(chainId)?.coin;
}

/** In whole coins: every chain there is counts its coin in 18 decimals. */
export function coinAmount(baseUnits: bigint): string {
  const whole = baseUnits / 10n ** 18n;
  const fraction = (baseUnits % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '');
  return `${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
