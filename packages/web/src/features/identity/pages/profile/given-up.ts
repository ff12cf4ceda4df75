// A separate file that is loaded on use: the protocol's index would load the whole protocol.
export { givenUpDigest } from '@pid/protocol';
