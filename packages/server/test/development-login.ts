/** The login of `email` at the development provider, as its sign-in form returns it. */
export function developmentLogin(issuer: string, email: string) {
  return { provider: 'dev', issuer, subject: Buffer.from(email).toString('base64url'), email };
}

export function developmentIssuerOf(publicUrl: string): string {
  return `${publicUrl}/development-provider`;
}
