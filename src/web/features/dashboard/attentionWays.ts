/** The screens that resolve what needs attention. */
import type { Attention, AttentionItem } from '../../../contract/api/dashboard.ts';
import { reachOf, type Role } from '../../../contract/shared/roles.ts';

type Way = {
  tone: 'error' | 'warning' | 'info';
  /** The screen that resolves one item, by its id; otherwise that for all. */
  one?(id: string, item: AttentionItem): string;
  all: string;
};

export const WAYS: Readonly<Record<Attention, Way>> = {
  LEDGER_WRONG: { tone: 'error', all: 'purchases/payments' },
  CONNECTOR_DOWN: {
    tone: 'error',
    one: (cid, { first }) => `jasmin/${first.reason ?? 'smpp'}/${cid}`,
    all: 'jasmin/smpp',
  },
  LOW_UNITS: { tone: 'warning', all: 'purchases/topup' },
  CAMPAIGN_TOO_LATE: {
    tone: 'warning',
    one: (id) => `campaigns/${id}`,
    all: 'campaigns?status=PAUSED',
  },
  CAMPAIGN_FAILED: {
    tone: 'error',
    one: (id) => `campaigns/${id}`,
    all: 'campaigns?status=FAILED',
  },
  WEBHOOK_FAILING: {
    tone: 'warning',
    one: (id) => `settings/webhooks/${id}`,
    all: 'settings/webhooks',
  },
  DOCUMENT_REJECTED: {
    tone: 'error',
    one: (id) => `sender-ids/${id}`,
    all: 'sender-ids?status=PENDING_DOCUMENTS_APPROVAL',
  },
  SENDER_FEE: {
    tone: 'warning',
    one: (id) => `sender-ids/pay?senderId=${id}`,
    all: 'sender-ids?status=DOCUMENTS_APPROVED',
  },
  SENDER_UNREGISTERED: {
    tone: 'warning',
    one: (id) => `sender-ids/${id}`,
    all: 'sender-ids',
  },
  CAMPAIGN_APPROVAL: { tone: 'info', one: (id) => `campaigns/${id}`, all: 'campaigns' },
  SENDER_REVIEW: { tone: 'info', one: (id) => `sender-ids/${id}`, all: 'sender-ids/review' },
  SECOND_APPROVAL: { tone: 'info', all: 'settings/platform?part=units' },
  PAYMENT_SILENT: {
    tone: 'warning',
    one: (id) => `purchases/payments/${id}`,
    all: 'purchases/payments?status=PENDING',
  },
  PAYMENT_ORPHAN: { tone: 'warning', all: 'purchases/payments' },
};

export const mayBuy = (role: Role) => reachOf(role, 'purchases.buy') !== undefined;

export function addressOf(item: AttentionItem, role: Role): string {
  const { one, all } = WAYS[item.kind];
  if (item.kind === 'LOW_UNITS' && !mayBuy(role)) return '/dashboard/purchases';
  return `/dashboard/${one && item.count === 1 && !item.countIsLowerBound && item.first.id !== null ? one(item.first.id, item) : all}`;
}
