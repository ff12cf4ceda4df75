// Writes payloads.json from the specification alone. It imports nothing from this package, so that the
// vectors check the package independently. The passkey's signatures are random in each run; the bytes that
// they cover are not.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const key = async (name) =>
  (await createKeyPairSignerFromPrivateKeyBytes(sha256(`test key ${name}`))).address;
const bytes = (address) => Buffer.from(getAddressEncoder().encode(address));
const integer = (value, size) => {
  const buffer = Buffer.alloc(size);
  for (let i = 0, rest = BigInt(value); i < size; i++, rest >>= 8n) buffer[i] = Number(rest & 0xffn);
  return buffer;
};
const newPoint = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, point: Buffer.concat([Buffer.from([2 | (spki.at(-1) & 1)]), spki.subarray(27, 59)]) };
};

const program = await key('program');
const game = await key('game');
const deployer = await key('deployer');
const sessionPubkey = await key('vector session');
const destination = await key('vector destination');
const mint = await key('vector mint');
const pid = 'vector@pid';
const accountId = sha256(pid);
const derive = async (...seeds) => {
  const [address, bump] = await getProgramDerivedAddress({ programAddress: program, seeds });
  return { address, bump };
};
const addresses = {
  config: await derive('pid:config'),
  account: await derive('pid:account', accountId),
  vault: await derive('pid:vault', accountId),
};
addresses.session = await derive('pid:session', bytes(addresses.vault.address), bytes(sessionPubkey));
addresses.sessionSigner = await derive('pid:session-signer', bytes(addresses.vault.address), bytes(game));

const scope = {
  pid,
  program,
  game,
  deployer,
  sessionPubkey,
  destination,
  mint,
  recordedSlot: '440208000',
  genesisHash: sha256('genesis').toString('hex'),
  accountId: accountId.toString('hex'),
  origin: 'https://id.pid.example',
  rpId: 'pid.example',
  chainTime: '1800000000',
  expiry: '1800000060',
};
const passkey = newPoint();
const next = newPoint();
const rpIdHash = sha256(scope.rpId);
const zeros = Buffer.alloc(32);

function vector(name, action, nonce, feePolicyVersion, body) {
  const header = Buffer.concat([
    Buffer.from('PID:SOLANA:AUTH\0', 'latin1'),
    integer(3, 1),
    integer(action, 1),
    integer(0, 2),
    Buffer.from(scope.genesisHash, 'hex'),
    bytes(program),
    accountId,
    bytes(addresses.vault.address),
    integer(nonce, 8),
    integer(scope.expiry, 8),
    integer(feePolicyVersion, 4),
    integer(0, 8),
  ]);
  const challenge = sha256(header, body);
  const clientDataJSON = `{"type":"webauthn.get","challenge":"${challenge.toString('base64url')}","origin":"${scope.origin}","crossOrigin":false}`;
  const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([0x1d, 0, 0, 0, 0])]);
  const signature = sign(
    'sha256',
    Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
    passkey.privateKey,
  );
  return {
    name,
    nonce: String(nonce),
    feePolicyVersion,
    header: header.toString('hex'),
    body: body.toString('hex'),
    challenge: challenge.toString('hex'),
    clientDataJSON,
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signature.toString('base64url'),
  };
}

const expiresAt = '1800003600';
const sol = '1234567890';
const tokens = '42';
const cases = [
  vector('activate', 1, 0, 1, Buffer.concat([passkey.point, rpIdHash])),
  vector('withdrawSol', 2, 1, 1, Buffer.concat([zeros, bytes(destination), integer(sol, 8)])),
  vector('withdrawSpl', 2, 2, 1, Buffer.concat([bytes(mint), bytes(destination), integer(tokens, 8)])),
  vector(
    'registerSession',
    4,
    3,
    0,
    Buffer.concat([
      bytes(sessionPubkey),
      bytes(game),
      integer(expiresAt, 8),
      integer(1, 1),
      bytes(deployer),
      integer(scope.recordedSlot, 8),
    ]),
  ),
  vector('revokeSession', 5, 4, 0, bytes(addresses.session.address)),
  vector('exitSol', 6, 5, 0, Buffer.concat([zeros, bytes(destination), integer(sol, 8)])),
  vector('exitSpl', 6, 6, 0, Buffer.concat([bytes(mint), bytes(destination), integer(tokens, 8)])),
  vector('rotate', 3, 7, 0, Buffer.concat([next.point, rpIdHash])),
];
const fees = [
  [0, 1000],
  [1, 1],
  [9999, 1],
  [10000, 1],
  [10001, 1],
  [15001, 1000],
  [2054280, 1000],
  [2000000, 5000],
].map(([networkFee, bps]) => ({
  networkFeeLamports: String(networkFee),
  bps,
  protocolFeeLamports: String(Math.ceil((networkFee * bps) / 10000)),
}));
const authority = { point: passkey.point.toString('hex'), nextPoint: next.point.toString('hex') };
const amounts = { sol, tokens, expiresAt };
const output = { scope, authority, amounts, addresses, cases, fees };
writeFileSync(new URL('payloads.json', import.meta.url), `${JSON.stringify(output, null, 2)}\n`);
