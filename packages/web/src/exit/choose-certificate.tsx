import type { SignedCertificate } from '@pid/protocol';
import { useEffect } from 'preact/hooks';
import { deviceStorage, certificatesKey } from '../kit/platform/storage.ts';
import { Field } from '../kit/controls/form.tsx';
import { SelectField } from '../kit/controls/inputs.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { ExitProblem } from './exit-problem.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { FILE_BYTES_MAX, readCertificates } from './read-certificates.ts';
import type { Dormant } from './read-vault.ts';
import { shownTime } from './review.tsx';
import type { Text } from './text.en.ts';

/** The certificates that can claim this vault, and the selected one. */
export interface Chosen {
  readonly all: readonly SignedCertificate[];
  readonly certificate: SignedCertificate;
  readonly isKept: boolean;
}

interface ChooseCertificateProps {
  readonly text: Text;
  readonly pid: string;
  readonly dormant: Dormant;
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
}

/**
 * Takes a certificate from a file, or the copy that this device stored when the wallet page was last open.
 */
export function ChooseCertificate({ text, pid, dormant, chosen, onChoose }: ChooseCertificateProps) {
  const take = async (content: string, isKept: boolean) => {
    const all = await readCertificates(content, dormant);
    onChoose({ all, certificate: all[0], isKept });
  };
  useEffect(() => {
    const kept = deviceStorage.get(certificatesKey(pid));
    // Ignore a stored certificate that is unusable: the player can still choose a file.
    if (kept !== null) take(kept, true).catch(() => {});
  }, []);
  const load = useAction(async (file: File) => {
    onChoose(null);
    if (file.size > FILE_BYTES_MAX) throw new ExitProblem('badCertificate');
    await take(await file.text(), false);
  });
  return (
    <>
      <Field label={text.claim.file} hint={chosen?.isKept ? text.claim.kept : text.claim.fileHint}>
        {(control) => (
          <input
            {...control}
            type="file"
            class="input py-2"
            accept=".json,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void load.run(file);
            }}
          />
        )}
      </Field>
      <ProblemNotice text={text} error={load.error} />
      {chosen !== null && (
        <SelectField
          label={text.claim.passkey}
          hint={text.claim.passkeyHint}
          value={chosen.certificate.credentialId}
          options={chosen.all.map(({ credentialId, certificate }) => ({
            value: credentialId,
            label: text.claim.option(credentialId.slice(0, 8), shownTime(certificate.issuedAt)),
          }))}
          onChange={(id) => {
            const certificate = chosen.all.find(({ credentialId }) => credentialId === id);
            if (certificate) onChoose({ ...chosen, certificate });
          }}
        />
      )}
    </>
  );
}
