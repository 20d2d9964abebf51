import type { FastifyInstance } from 'fastify';

const DAY_MS = 86_400_000;
/** RFC 9116 advises less than a year. */
const VALID_DAYS = 180;
const SANDBOX_CONTACT = 'mailto:security@sandbox.test';

type Settings = {
  securityContact: string | undefined;
  sandbox: boolean;
  publicUrl: string | undefined;
};

/** Returns `security.txt` by RFC 9116, valid for half a year from the day of `now`. */
export function formatSecurityText(
  contact: string,
  publicUrl: string | undefined,
  now: Date,
): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, pt',
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Serves `/.well-known/security.txt`; an installation without a security contact answers 404. */
export function serveSecurityText(app: FastifyInstance, settings: Settings): void {
  const contact = settings.securityContact ?? (settings.sandbox ? SANDBOX_CONTACT : undefined);
  app.get('/.well-known/security.txt', (_request, reply) => {
    if (contact === undefined)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('This installation names no security contact.\n');
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=86400')
      .send(formatSecurityText(contact, settings.publicUrl, new Date()));
  });
}
