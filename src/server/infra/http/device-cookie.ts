import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie by which a browser shows that an account signed in from it before. It grants no
 * access.
 */
export type DeviceCookie = {
  /** The cookie from the browser; undefined without one. */
  readonly token: string | undefined;
  /** Replaces it in the answer to this request. */
  keep(token: string): void;
};

/** Seconds for which a browser keeps it after a sign-in. */
export const DEVICE_SECONDS = 180 * 24 * 3600;

/**
 * The device cookie of a request. Scripts cannot read it, and other sites cannot make a browser
 * send it.
 * @param isSecure true on https: its name then prevents subdomains and plain http from setting it
 * (RFC 6265bis, 4.1.3.2)
 */
export function openDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): DeviceCookie {
  const name = isSecure ? '__Host-tuma_device' : 'tuma_device';
  const shown = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? '',
  );
  return {
    token: shown?.[1],
    keep(token) {
      const attributes = [
        'Path=/',
        `Max-Age=${DEVICE_SECONDS}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
      ];
      reply.header('set-cookie', [`${name}=${token}`, ...attributes].join('; '));
    },
  };
}
