import type { FastifyReply } from 'fastify';

/** The one policy that our scripts may make, for the worker of the proof of work (`src/web/auth/callProven.ts`). */
const TRUSTED_TYPES = 'proof-of-work';

/**
 * Security headers of every response, but for `trimHeaders`. They are the same for all and computed once; computing them
 * for each took a tenth of a message's cost in the api.
 */
export function guardHeaders(secure: boolean): Record<string, string> {
  const content = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': TRUSTED_TYPES,
  };
  return {
    'content-security-policy': Object.entries(content)
      .map(([name, from]) => `${name} ${from}`)
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0', // the filters of old browsers had vulnerabilities of their own
  };
}

/** Headers that browsers heed on documents and on scripts of workers alone: half a kilobyte of each file. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** True for a piece of a page, which is never a document itself; a worker takes its policy from its own file. */
const isPiece = (path: string): boolean =>
  /\.(?:js|css|woff2)(?:\.br|\.gz)?$/.test(path) && !/\.worker-[^/]*$/.test(path);

/** Leaves off a file what only a document needs. @param path of the file that is served */
export function trimHeaders(reply: FastifyReply, path: string): void {
  if (isPiece(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name);
}
