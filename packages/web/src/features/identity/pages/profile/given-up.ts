// A file of its own, to be loaded on use: the whole of the protocol would come with its index.
export { givenUpDigest } from '@pid/protocol';
