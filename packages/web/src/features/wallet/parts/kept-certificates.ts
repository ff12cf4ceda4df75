/**
 * Storage key of a player's certificates on this device; the wallet page writes them and the exit page reads
 * them.
 */
export const certificatesKey = (pid: string) => `pid:wallet:certificates:${pid}`;
