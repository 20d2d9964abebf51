// Events in the past tense, with ids. Secrets, message texts and whole phone numbers never get here:
// they are taken out of whatever is logged, however it came in.
import { pino } from 'pino';
import type { Logger } from 'pino';

/** Where a process writes its events: `log.info({ campaignId }, 'campaign queued')`. */
export type Log = Logger;

const SECRET_NAME = /pass(word|phrase)?$|secret|token|authorization|cookie|otp$|api_?key|credential/i;
const TEXT_NAME = /^(text|body|short_?message|message_?text|content)$/i;
// Nine to fifteen digits standing alone (E.164 allows fifteen); parts of ids, which hyphens join, do not.
const PHONE = /(?<![\w.-])\+?\d{9,15}(?![\w-])/g;
// What a person or a program may have put into an address or a header.
const SECRET_IN_TEXT = /\b(bearer\s+|(?:token|password|access_token|refresh_token|key)=)[^\s&"']+|(?<=:\/\/[^\s:/@]*:)[^\s@/]+(?=@)/gi;
const DEEPEST = 6;

/** A phone number as it may stand in a log: `+254712345678` gives `+25471*****78`. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  return `${phone.startsWith('+') ? '+' : ''}${digits.slice(0, 5)}${'*'.repeat(Math.max(0, digits.length - 7))}${digits.slice(-2)}`;
}

function cleanText(text: string): string {
  return text.replace(SECRET_IN_TEXT, (_, name: string | undefined) => `${name ?? ''}[secret]`).replace(PHONE, maskPhone);
}

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === DEEPEST || Buffer.isBuffer(value)) return '[left out]';
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  // An error's own fields are not enumerable; PostgreSQL's detail and query text name rows and stay out.
  if (value instanceof Error) {
    const code = 'code' in value ? { code: value.code } : {};
    return { type: value.name, message: cleanText(value.message), ...code, stack: cleanText(value.stack ?? ''), ...value.cause instanceof Error && { cause: clean(value.cause, depth + 1) } };
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    if (SECRET_NAME.test(name)) return [name, '[secret]'];
    if (TEXT_NAME.test(name)) return [name, '[text]'];
    return [name, clean(inner, depth + 1)];
  }));
}

/**
 * Opens a process's log on standard output: for people in a terminal, one JSON object a line elsewhere.
 * @param options.process who logs, such as `api`
 * @param options.write where lines go instead, in tests
 */
export function openLog(options: { level: string; process: string; terminal?: boolean; write?: (line: string) => void }): Log {
  const { write = (line: string) => { process.stdout.write(line); }, terminal = process.stdout.isTTY } = options;
  return pino({
    level: options.level,
    base: { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      bindings: (fields) => clean(fields) as Record<string, unknown>,
      log: (fields) => clean(fields) as Record<string, unknown>,
    },
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod(args, method) {
        // An error given alone is a field too; pino would write its message uncleaned.
        const [first, ...rest] = args as unknown[];
        const cleaned = first instanceof Error ? [{ err: first }, ...rest.length > 0 ? rest : ['failed']] : [first, ...rest];
        method.apply(this, cleaned.map((arg, at) => (typeof arg === 'string' || at > 0 ? clean(arg) : arg)) as Parameters<typeof method>);
      },
    },
  }, { write: terminal ? (line: string) => write(forPeople(line)) : write });
}

const COLOURS: Record<string, number> = { trace: 90, debug: 90, warn: 33, error: 31, fatal: 31 };

function forPeople(line: string): string {
  const { level, time, process: who, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const colour = COLOURS[String(level)];
  const facts = Object.entries(fields).map(([name, value]) => ` \u001b[90m${name}=\u001b[0m${typeof value === 'string' ? value : JSON.stringify(value)}`).join('');
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `\u001b[90m${String(time).slice(11, 19)} ${String(who).padEnd(10)}\u001b[0m ${colour ? `\u001b[${colour}m${String(level)} ` : ''}${String(msg)}\u001b[0m${facts}${stack}\n`;
}
