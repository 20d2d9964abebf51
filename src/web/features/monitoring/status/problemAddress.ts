import type { AlertKind, Problem, StatusPage } from '../../../../contract/api/monitoring.ts';

const PAGES: Readonly<Partial<Record<AlertKind, string>>> = {
  QUEUE_OLD: '/dashboard/campaigns/sent-messages?status=QUEUED',
  AUDIT_BROKEN: '/dashboard/settings/audit',
  PAYMENTS_SILENT: '/dashboard/purchases/payments',
  DISK_LOW: '/dashboard/status/retention',
  SALE_BELOW_COST: '/dashboard/purchases/rates',
};

const OF_CONNECTORS: ReadonlySet<AlertKind> = new Set<AlertKind>([
  'CONNECTOR_DOWN',
  'RECEIPTS_MISSING',
  'REFUSALS_HIGH',
  'THROTTLED',
  'DELIVERY_LOW',
]);

/** Returns whether a problem is one of the connector, whatever else bears its name. */
export const isOfConnector = (
  { kind, subject }: Pick<Problem, 'kind' | 'subject'>,
  cid: string,
): boolean => subject === cid && (OF_CONNECTORS.has(kind) || kind === 'RECEIPTS_UNMATCHED');

/** The screen where a problem is looked into; undefined where none is. */
export function problemAddress(
  { kind, subject, facts }: Pick<Problem, 'kind' | 'subject' | 'facts'>,
  connectors: StatusPage['connectors'],
): string | undefined {
  if (kind === 'RECEIPTS_UNMATCHED')
    return `/dashboard/status/unmatched-receipts?connector=${encodeURIComponent(subject)}`;
  // An incident says what was moved and why.
  if (kind === 'DELIVERY_LOW' && facts['moved'] !== undefined)
    return `/dashboard/status/incidents?connector=${encodeURIComponent(subject)}`;
  const connector = connectors.find(({ cid }) => cid === subject);
  if (!OF_CONNECTORS.has(kind) || !connector) return PAGES[kind];
  return connectorAddress(connector) + (kind === 'REFUSALS_HIGH' ? '?part=errors' : '');
}

export const connectorAddress = ({
  kind,
  cid,
}: Pick<StatusPage['connectors'][number], 'kind' | 'cid'>): string =>
  `/dashboard/jasmin/${kind.toLowerCase()}/${cid}`;
