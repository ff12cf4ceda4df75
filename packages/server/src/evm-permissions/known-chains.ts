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

export interface KnownToken {
  readonly symbol: string;
  readonly decimals: number;
}

const usdc: KnownToken = { symbol: 'USDC', decimals: 6 };
const wrappedEther: KnownToken = { symbol: 'WETH', decimals: 18 };

/** Tokens that users know by their symbol, by chain and address in small letters: those of Circle, Tether, Maker and the wrapped coins. */
const tokens: ReadonlyMap<string, KnownToken> = new Map([
  ['1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', usdc],
  ['1:0xdac17f958d2ee523a2206206994597c13d831ec7', { symbol: 'USDT', decimals: 6 }],
  ['1:0x6b175474e89094c44da98b954eedeac495271d0f', { symbol: 'DAI', decimals: 18 }],
  ['1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', wrappedEther],
  ['10:0x0b2c639c533813f4aa9d7837caf62653d097ff85', usdc],
  ['10:0x4200000000000000000000000000000000000006', wrappedEther],
  ['137:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', usdc],
  ['8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', usdc],
  ['8453:0x4200000000000000000000000000000000000006', wrappedEther],
  ['42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831', usdc],
  ['43114:0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', usdc],
]);

export function knownToken(chainId: number, token: string): KnownToken | undefined {
  return tokens.get(`${chainId}:${token.toLowerCase()}`);
}

/** In whole coins: every chain there is counts its coin in 18 decimals. */
export function coinAmount(baseUnits: bigint, decimals = 18): string {
  const unit = 10n ** BigInt(decimals);
  const fraction = (baseUnits % unit).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${baseUnits / unit}${fraction === '' ? '' : `.${fraction}`}`;
}
