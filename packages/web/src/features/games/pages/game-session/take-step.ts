import { addPasskey } from '../../../../kit/passkeys/add-passkey.ts';
import type { Preparation } from './read-preparation.ts';
import { signActivation } from '../../../wallet/parts/sign-operation.ts';
import { carryOut } from '../../../wallet/parts/signed-request.ts';

/** Takes one step: creates the passkey, or has it sign the activation and waits for the chain. */
export async function takeStep({ step, passkeys, price }: Preparation): Promise<void> {
  const [passkey] = passkeys;
  if (step === 'passkey') await addPasskey({ counting: true });
  else if (passkey) await carryOut(await signActivation(passkey, price ?? undefined));
}
