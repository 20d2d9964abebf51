/** A gateway user's authorisations and value filters. */
import { userMayNot, valueFiltered } from '../../infra/errors.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { compilePattern } from '../dispatch/routing/patterns.rules.ts';
import type { Submitter, MessageRequest } from './types.ts';

/**
 * Checks the user's authorisations. Over SMPP a schedule and a validity are not checked, as Jasmin
 * does it.
 */
export function requireAuthorisations(
  source: Submitter['source'],
  request: MessageRequest,
  user: UserRow,
): void {
  const { authorization } = user.mtMessagingCred;
  const http = source === 'HTTP';
  const asked: [keyof typeof authorization, boolean][] = [
    ['http_send', http],
    ['smpps_send', source === 'SMPP'],
    ['src_addr', Boolean(request.from)],
    ['priority', http ? request.priority !== undefined : (request.priority ?? 0) > 0],
    ['validity_period', http && request.validitySeconds !== undefined],
    ['schedule_delivery_time', http && request.scheduleAt !== undefined],
    ['hex_content', http && 'octets' in request.content],
    ['dlr_level', request.callback !== undefined],
    ['http_dlr_method', request.callback?.kind === 'URL'],
  ];
  const missing = asked.find(([right, wanted]) => wanted && !authorization[right]);
  if (missing) throw userMayNot(missing[0]);
}

const patterns = new Map<string, (text: string) => boolean>();

/** Patterns were checked when they were saved; each is compiled once per process. */
function matches(pattern: string, value: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    if (patterns.size > 10_000) patterns.clear();
    patterns.set(pattern, (compiled = compilePattern(pattern)));
  }
  return compiled(value);
}

export function requireFilters(
  source: Submitter['source'],
  request: MessageRequest,
  destination: string,
  user: UserRow,
): void {
  const { valuefilter } = user.mtMessagingCred;
  const smpp = source === 'SMPP';
  const values: [keyof typeof valuefilter, string | undefined][] = [
    ['dst_addr', destination],
    ['src_addr', request.from ?? (smpp ? '' : undefined)],
    ['priority', smpp ? String(request.priority ?? 0) : request.priority?.toString()],
    [
      'validity_period',
      smpp || request.validitySeconds === undefined
        ? undefined
        : String(Math.round(request.validitySeconds / 60)),
    ],
    ['content', 'text' in request.content ? request.content.text : undefined],
  ];
  const refused = values.find(
    ([field, value]) => value !== undefined && !matches(valuefilter[field], value),
  );
  if (refused) throw valueFiltered(refused[0]);
}
