/** Reasons why an exit stops; each has a sentence in `text.*.ts`. */
export type ExitProblemName =
  | 'badPid'
  | 'badProgram'
  | 'badUrl'
  | 'noProgramHere'
  | 'otherChain'
  | 'otherHost'
  | 'openedAsFile'
  | 'clockDiffers'
  | 'claimTime'
  | 'noCertificate'
  | 'badCertificate'
  | 'certificateProgram'
  | 'certificateChain'
  | 'certificatePlayer'
  | 'certificateHost'
  | 'certificateRegistrar'
  | 'certificateForged'
  | 'certificateNotLater'
  | 'badDestination'
  | 'badAmount'
  | 'payerReceives'
  | 'otherPasskey'
  | 'browserWords'
  | 'badKey'
  | 'keyUnsupported'
  | 'walletRefused'
  | 'notConfirmed'
  | 'badNewKey'
  | 'sameKey'
  | 'browserKey'
  | 'badWords'
  | 'otherSheet'
  | 'friendUnknown'
  | 'guardsItself'
  | 'policyTerms'
  | 'noGuardians';

export class ExitProblem extends Error {
  override readonly name = 'ExitProblem';
  readonly problem: ExitProblemName;
  readonly detail: string;

  constructor(problem: ExitProblemName, detail = '') {
    super(problem);
    this.problem = problem;
    this.detail = detail;
  }
}
