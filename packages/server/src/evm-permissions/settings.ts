import { readList, readUrl, secret, type Reader, type Values } from '../platform/config/index.ts';

/** `number=address`, separated by commas. */
const readEvmNodes: Reader<ReadonlyMap<number, URL>> = (text) => {
  const entries = readList(text).map((entry) => /^([1-9]\d{0,14})=(.+)$/.exec(entry));
  if (entries.length === 0 || entries.includes(null))
    throw new Error('must be chain numbers with an address each, such as 8453=https://base.example');
  return new Map(entries.map((entry) => [Number(entry![1]), readUrl(entry![2]!)]));
};

export const permissionSettings = {
  evmNodes: secret(
    'PID_EVM_RPC_URLS',
    'JSON-RPC addresses of EVM chains, each as number=address, separated by commas. With them, permissions for accounts and verifiers that do not exist on the chain are refused',
    readEvmNodes,
    'permissions are marked as unchecked',
  ),
} as const;

export type PermissionConfig = Values<typeof permissionSettings>;
