/** Where a device keeps the certificates of its player, for the wallet page to write and the way out to read. */
export const certificatesKey = (pid: string) => `pid:wallet:certificates:${pid}`;
