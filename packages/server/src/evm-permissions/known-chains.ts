/** Chains that are shown by name. Any other chain is shown by its number; none is refused. */
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
const usdt: KnownToken = { symbol: 'USDT', decimals: 6 };
const dai: KnownToken = { symbol: 'DAI', decimals: 18 };
const wrappedEther: KnownToken = { symbol: 'WETH', decimals: 18 };

/**
 * Tokens that are shown by symbol, keyed by chain and lower-case address: those of Circle, Tether, Maker and
 * the wrapped coins. Decimals depend on the chain: USDT and USDC have 18 on BNB Smart Chain.
 */
const tokens: ReadonlyMap<string, KnownToken> = new Map([
  ['1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', usdc],
  ['1:0xdac17f958d2ee523a2206206994597c13d831ec7', usdt],
  ['1:0x6b175474e89094c44da98b954eedeac495271d0f', dai],
  ['1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', wrappedEther],
  ['10:0x0b2c639c533813f4aa9d7837caf62653d097ff85', usdc],
  ['10:0x4200000000000000000000000000000000000006', wrappedEther],
  ['10:0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', usdt],
  ['10:0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', dai],
  ['56:0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', { symbol: 'USDC', decimals: 18 }],
  ['56:0x55d398326f99059ff775485246999027b3197955', { symbol: 'USDT', decimals: 18 }],
  ['56:0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', { symbol: 'WBNB', decimals: 18 }],
  ['130:0x4200000000000000000000000000000000000006', wrappedEther],
  ['137:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', usdc],
  ['137:0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', wrappedEther],
  ['137:0xc2132d05d31c914a87c6611c10748aeb04b58e8f', usdt],
  ['2020:0x0b7007c13325c48911f73a2dad5fa5dcbf808adc', usdc],
  ['2020:0xc99a6a985ed2cac1ef41640596c5a5f9f4e19ef5', wrappedEther],
  ['8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', usdc],
  ['8453:0x4200000000000000000000000000000000000006', wrappedEther],
  ['8453:0x50c5725949a6f0c72e6c4a641f24049a917db0cb', dai],
  ['42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831', usdc],
  ['42161:0x82af49447d8a07e3bd95bd0d56f35241523fbab1', wrappedEther],
  ['42161:0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', dai],
  ['42161:0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', usdt],
  ['43114:0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', usdt],
  ['43114:0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', usdc],
  ['59144:0x176211869ca2b568f2a7d4ee941e073a821ee1ff', usdc],
  ['84532:0x036cbd53842c5426634e7929541ec2318f3dcf7e', usdc],
  ['11155111:0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', usdc],
]);

export function knownToken(chainId: number, token: string): KnownToken | undefined {
  return tokens.get(`${chainId}:${token.toLowerCase()}`);
}

/**
 * Converts base units to whole coins. The default fits native coins, which have 18 decimals on every EVM
 * chain.
 */
export function coinAmount(baseUnits: bigint, decimals = 18): string {
  const unit = 10n ** BigInt(decimals);
  const fraction = (baseUnits % unit).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${baseUnits / unit}${fraction === '' ? '' : `.${fraction}`}`;
}
