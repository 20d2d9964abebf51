/** The one policy that our scripts may make, for the worker of the proof of work (`src/web/auth/callProven.ts`). */
const TRUSTED_TYPES = 'proof-of-work';

/**
 * Security headers of every response. They are the same for all and computed once; computing them
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
