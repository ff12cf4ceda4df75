import { api } from '../../../../kit/api/api.ts';
import { deviceStorage, certificatesKey } from '../../../../kit/platform/storage.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import type { CertificateText } from './certificate.en.ts';

/** Stored unchanged: the chain reads it, not this page. */
type Certificate = Readonly<Record<string, string | number>>;

/**
 * Fetched on every visit, because a newer certificate overrides one for a lost passkey, and stored on this
 * device.
 */
async function fetchAndKeep(pid: string, signal: AbortSignal): Promise<readonly Certificate[]> {
  const { items } = await api.call('listCertificates', {}, { signal });
  if (items.length > 0) deviceStorage.set(certificatesKey(pid), JSON.stringify(items));
  return items;
}

function save(pid: string, certificates: readonly Certificate[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(certificates, null, 2)], { type: 'application/json' }),
  );
  link.download = `pid-certificate-${pid.replace('@', '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export interface CertificateProps {
  readonly text: CertificateText;
  readonly pid: string;
}

/**
 * The certificate with which a player can claim a wallet that was never activated if PID is no longer
 * available.
 */
export function CertificateCard({ text, pid }: CertificateProps) {
  const loaded = useLoad(`certificates ${pid}`, (signal) => fetchAndKeep(pid, signal));
  if (loaded.state === 'failed')
    return (
      <Card title={text.title}>
        <ErrorNotice error={loaded.error} onRetry={loaded.reload} />
      </Card>
    );
  if (loaded.state !== 'ready' || loaded.value.length === 0) return null;
  return (
    <Card title={text.title}>
      <div class="grid grid-cols-1 gap-4">
        <p class="text-sm text-muted">{text.body}</p>
        <p class="text-sm text-muted">{text.kept}</p>
        <p>
          <Button look="plain" onClick={() => save(pid, loaded.value)}>
            {text.save}
          </Button>
        </p>
        <p class="text-sm text-muted">
          {text.use}{' '}
          <a class="text-link" href="/exit">
            {text.useLink}
          </a>
        </p>
      </div>
    </Card>
  );
}
