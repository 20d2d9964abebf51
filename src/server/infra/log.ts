// Events in the past tense, with ids. Secrets, message texts and whole phone numbers are removed
// from every log line, whatever its source.
import { pino } from 'pino';
import type { Logger } from 'pino';

/** The log of a process: `log.info({ campaignId }, 'campaign queued')`. */
export type Log = Logger;

const SECRET_NAME =
  /pass(word|phrase)?$|secret|token|authorization|cookie|otp$|api_?key|credential/i;
const TEXT_NAME = /^(text|body|short_?message|message_?text|content)$/i;
// Nine to fifteen digits standing alone (E.164 allows fifteen), not those of ids, which hyphens
// join.
const PHONE = /(?<![\w.-])\+?\d{9,15}(?![\w-])/g;
// Text that a person or a program may have put into an address or a header.
const SECRET_IN_TEXT =
  /\b(bearer\s+|(?:token|password|access_token|refresh_token|key)=)[^\s&"']+|(?<=:\/\/[^\s:/@]*:)[^\s@/]+(?=@)/gi;

/** A phone number in masked form: `+254712345678` becomes `+25471*****78`. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  return `${phone.startsWith('+') ? '+' : ''}${digits.slice(0, 5)}${'*'.repeat(Math.max(0, digits.length - 7))}${digits.slice(-2)}`;
}

function cleanText(text: string): string {
  return text
    .replace(SECRET_IN_TEXT, (_, name: string | undefined) => `${name ?? ''}[secret]`)
    .replace(PHONE, maskPhone);
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (SECRET_NAME.test(name)) return [name, '[secret]'];
      if (TEXT_NAME.test(name)) return [name, '[text]'];
      return [name, clean(inner)];
    }),
  );
}

// An error's name, message, code and stack; PostgreSQL's detail and statement contain rows.
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: errorFields(error.cause) }),
  };
}

/**
 * Opens a process's log on standard output: text in a terminal, otherwise one JSON object a line.
 * @param options.process the name of the process, such as `api`
 * @param options.write receives lines in tests
 */
export function openLog(options: {
  level: string;
  process: string;
  terminal?: boolean;
  write?: (line: string) => void;
}): Log {
  const {
    write = (line: string) => {
      process.stdout.write(line);
    },
    terminal = process.stdout.isTTY,
  } = options;
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields, error: errorFields },
    },
    {
      // Cleaned at the last step, where fields, bindings of child loggers and messages are joined.
      write(line: string) {
        const event = clean(JSON.parse(line)) as Record<string, unknown>;
        write(terminal ? forPeople(event) : `${JSON.stringify(event)}\n`);
      },
    },
  );
}

const COLOURS: Record<string, number> = { trace: 90, debug: 90, warn: 33, error: 31, fatal: 31 };

function forPeople({
  level,
  time,
  process: who,
  msg,
  err,
  ...fields
}: Record<string, unknown>): string {
  const colour = COLOURS[String(level)];
  const facts = Object.entries(fields)
    .map(
      ([name, value]) =>
        ` \u001b[90m${name}=\u001b[0m${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('');
  const stack =
    typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `\u001b[90m${String(time).slice(11, 19)} ${String(who).padEnd(10)}\u001b[0m ${colour ? `\u001b[${colour}m${String(level)} ` : ''}${String(msg)}\u001b[0m${facts}${stack}\n`;
}
