/** Flags of the commands about the chain. */
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
