import type { Webhook } from '../../../contract/api/webhooks.ts';

/** The state of a webhook as a status of the chips. */
export function stateOf({
  enabled,
  breaker,
  failingSinceTimestamp,
}: Webhook): 'PAUSED' | 'HOST_SUSPENDED' | 'FAILING' | 'ACTIVE' {
  if (!enabled) return 'PAUSED';
  if (breaker !== null) return 'HOST_SUSPENDED';
  return failingSinceTimestamp === null ? 'ACTIVE' : 'FAILING';
}

/** The name of a webhook, by default its address without the scheme. */
export function nameOf({ description, url }: Webhook, callbacks: string): string {
  return description || (url?.replace(/^https?:\/\//, '') ?? callbacks);
}
