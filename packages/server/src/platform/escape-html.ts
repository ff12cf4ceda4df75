const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  // mutant (notices/mail): &lt; => <
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
