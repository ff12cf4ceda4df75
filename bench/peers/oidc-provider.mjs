// Introspection of an opaque token by oidc-provider (RFC 7662), the standard way for an app's backend to
// check whether a token is valid. Its adapter stores everything in a Map and uses no database, so it is
// faster here than in production.
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

const [port, clientId, clientSecret] = process.argv.slice(2);
const stored = new Map();

class MapAdapter {
  constructor(model) {
    this.model = model;
  }
  async upsert(id, payload) {
    stored.set(`${this.model}:${id}`, payload);
  }
  async find(id) {
    return stored.get(`${this.model}:${id}`);
  }
  async destroy(id) {
    stored.delete(`${this.model}:${id}`);
  }
  async findByUid() {}
  async findByUserCode() {}
  async consume() {}
  async revokeByGrantId() {}
}

const provider = new Provider(`http://localhost:${port}`, {
  adapter: MapAdapter,
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
  ],
  jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
  ttl: { ClientCredentials: 86_400 },
  cookies: { keys: ['a key for the benchmark'] },
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    devInteractions: { enabled: false },
  },
});
provider.listen(Number(port), 'localhost');
