export const text = {
  title: 'If PID shuts down before you activate',
  body: 'With this certificate and your passkey, you can claim this wallet on the blockchain without PID. It is yours thirty days later. Activating is quicker and needs no certificate.',
  kept: 'Each visit renews it on this device. Save a copy elsewhere too, and save a new copy after you remove a passkey. Nobody can use it without your passkey.',
  save: 'Save the certificate',
  use: 'You use it on the page for leaving without PID. Save that page too.',
  useLink: 'Open the exit page',
};
export type CertificateText = typeof text;
