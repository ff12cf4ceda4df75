import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'judge-activation.ts',
    find: "throw new RegistrarRefusal('the registrar would be charged');",
    replace: '{}',
    breaks: 'the registrar’s lamports can be spent as a fee',
    tests: ['registrar'],
  },
  {
    file: 'judge-activation.ts',
    find: "throw new RegistrarRefusal('it calls a program that activations do not call');",
    replace: '{}',
    breaks: 'the registrar signs for other programs beside an activation',
    tests: ['registrar'],
  },
  {
    file: 'judge-activation.ts',
    find: "if (length !== messageBytes.length) throw new RegistrarRefusal('it is followed by other bytes');",
    replace: '',
    breaks: 'what is signed is more than what was judged',
    tests: ['registrar'],
  },
  {
    file: 'judge-activation.ts',
    find: "if (data.length < fixedBytes) throw new RegistrarRefusal('it is not one activation');",
    replace: '',
    breaks: 'a cut-off activation is judged by bytes that it does not have',
    tests: ['registrar'],
  },
  {
    file: 'judge-activation.ts',
    find: 'if (refusal !== null) throw new RegistrarRefusal(refusal);',
    replace: '',
    breaks: 'beside an activation the registrar signs transfers of any amount to anybody',
    tests: ['registrar'],
  },
  {
    file: 'judge-sponsorship.ts',
    find: 'lamports > most',
    replace: 'lamports < 0n',
    breaks: 'more is paid into a vault than its activation costs',
    tests: ['registrar'],
  },
  {
    file: 'judge-sponsorship.ts',
    find: 'staticAccounts[to ?? -1] !== vault',
    replace: 'to === undefined',
    breaks: 'somebody else’s account is paid for',
    tests: ['registrar'],
  },
  {
    file: 'judge-sponsorship.ts',
    find: 'first !== transfer ||',
    replace: '',
    breaks: 'a transfer stands where no activation needs it',
    tests: ['registrar'],
    equivalent:
      'of three instructions the second is the signature and the third the activation, so that the one transfer is the first; it is said all the same',
  },
  {
    file: 'serve-registrar.ts',
    find: "return end(response, 401, 'Unauthorized');",
    replace: '{}',
    breaks: 'whoever reaches the registrar has it sign',
    tests: ['registrar'],
  },
  {
    file: 'serve-registrar.ts',
    find: "if (!pace()) return end(response, 429, 'too many activations this minute');",
    replace: '',
    breaks: 'a node that was broken into has it sign without end',
    tests: ['registrar'],
  },
];
