import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Values } from './settings.ts';

/** Finds settings that are valid alone and contradict each other: one line for each mistake. */
export function contradictions(set: Values): string[] {
  const mistakes: string[] = [];
  const ports = (
    [
      'PORT',
      'SMPP_PORT',
      'SMPP_TLS_PORT',
      'HTTP_API_PORT',
      'SANDBOX_SMSC_PORT',
      'SANDBOX_SMSC_CONTROL_PORT',
      'SANDBOX_MAIL_CONTROL_PORT',
      'SANDBOX_MPESA_PORT',
    ] as const
  ).filter((name) => set[name] !== undefined);
  ports.forEach((name, at) => {
    const other = ports.slice(0, at).find((earlier) => set[earlier] === set[name]);
    if (other)
      mistakes.push(`${name}: ${set[name]} is the port of ${other} too. Give each its own.`);
  });
  for (const name of ['SMPP_TLS_CERT', 'SMPP_TLS_KEY'] as const) {
    const file = set[name];
    if (set.SMPP_TLS_PORT === undefined) {
      if (file !== undefined)
        mistakes.push(`SMPP_TLS_PORT: missing, and ${name} is set. Set both, or neither.`);
    } else if (file === undefined)
      mistakes.push(`${name}: missing, and SMPP_TLS_PORT is set. Set both, or neither.`);
    else if (!existsSync(file)) mistakes.push(`${name}: there is no file ${resolve(file)}.`);
  }
  if (set.ADMIN_EMAIL && !set.ADMIN_PASSWORD && !set.SANDBOX)
    mistakes.push('ADMIN_PASSWORD: missing, and ADMIN_EMAIL is set. Set both, or neither.');
  if (set.ADMIN_PASSWORD && !set.ADMIN_EMAIL)
    mistakes.push('ADMIN_EMAIL: missing, and ADMIN_PASSWORD is set. Set both, or neither.');
  if (set.MPESA_CONSUMER_KEY !== undefined) {
    for (const name of ['MPESA_CONSUMER_SECRET', 'MPESA_SHORTCODE', 'MPESA_PASSKEY'] as const)
      if (set[name] === undefined)
        mistakes.push(`${name}: missing, and MPESA_CONSUMER_KEY is set. Set both, or neither.`);
    if (!set.SANDBOX && set.PUBLIC_URL === undefined && set.MPESA_CALLBACK_URL === undefined)
      mistakes.push(
        'MPESA_CALLBACK_URL: missing. M-Pesa tells of payments at it, or at PUBLIC_URL: set one of them.',
      );
  }
  for (const market of ['TZ', 'MZ'] as const) {
    if (set[`MPESA_${market}_API_KEY`] === undefined) continue;
    for (const name of [`MPESA_${market}_PUBLIC_KEY`, `MPESA_${market}_PROVIDER_CODE`] as const)
      if (set[name] === undefined)
        mistakes.push(
          `${name}: missing, and MPESA_${market}_API_KEY is set. Set both, or neither.`,
        );
  }
  return mistakes;
}
