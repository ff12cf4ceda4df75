import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './deploy-files.ts';

/** The handbook, and the file with commands that it refers to. */
const handbook = ['docs/operations.md', 'deploy/systemd/README.md'];

/** First words of commands, of requests and of SQL statements. */
const programs =
  'pid|npm|git|openssl|sudo|docker|podman|kubectl|helm|chmod|curl|journalctl|systemctl|chronyc|timedatectl|patronictl|kill|pg_dump|pg_basebackup|sha256sum|psql|cp|install|useradd';
const isCommand = new RegExp(
  `^(?:PID_\\w+=\\S+ )*(?:(?:${programs})(?: |$)|(?:select|create|alter|delete|drop|grant|update|insert) |(?:GET|POST|PUT|DELETE) /)`,
);

/** Code with spaces that is no command: settings, options, log lines, values. */
const isOther = [
  /^[\w.]+ ?[=:] ?\S/,
  /^--/,
  /^"[a-z]+":/,
  /^\{.*\}$/,
  /^… \| head$/,
  /^connection: close$/,
  /^(?:degraded|failed): \[/,
  /^(?:job failed|append to the public log|publish liabilities|ledger month sealed|seal months|sweep payments|not ready|database clock|database replica)$/,
  /^PID_MASTER_KEY … does not open …$/,
  /^upgrade --unsigned$/,
  /^\/usr\/local\/bin\/pid …$/,
];

interface FoundCode {
  readonly commands: readonly string[];
  /** Code that is neither a known command nor known to be none. */
  readonly unknown: readonly string[];
}

/** Every command of the handbook once, in order: shell lines, SQL blocks, and code inside sentences. */
export function readHandbookCommands(
  texts = handbook.map((file) => readFileSync(path.join(root, file), 'utf8')),
): FoundCode {
  const commands = new Set<string>();
  const unknown = new Set<string>();
  for (const text of texts) {
    const block = /^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms;
    for (const [, , language, code = ''] of text.matchAll(block)) {
      if (language === 'sql') commands.add(code.trim());
      if (language !== 'sh') continue;
      for (const line of code.split('\n').map((each) => each.replace(/(?:^|\s+)#.*$/, '').trim()))
        if (line !== '') commands.add(line);
    }
    for (const [, code = ''] of text.replaceAll(block, '').matchAll(/`([^`]+)`/g)) {
      const span = code.replaceAll(/\s+/g, ' ').replaceAll(String.raw`\|`, '|');
      if (isCommand.test(span)) commands.add(span);
      else if (span.includes(' ') && !isOther.some((form) => form.test(span))) unknown.add(span);
    }
  }
  return { commands: [...commands], unknown: [...unknown] };
}
