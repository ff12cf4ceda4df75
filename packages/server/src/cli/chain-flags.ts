/** What commands about the chain may be told. */
export interface ChainFlags {
  readonly rpc?: string;
  readonly priorityFee?: string;
  readonly port?: string;
  readonly host?: string;
  readonly sol?: string;
  readonly tokens?: string;
  readonly mint?: string;
  readonly forget?: boolean;
}
