import { clients } from '../../../../contract/api/clients.ts';
import { dashboard } from '../../../../contract/api/dashboard.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import { secondApprovals } from '../../../../contract/api/second-approvals.ts';

/** Queries that a decision changes: it may move units or change a client. */
export const CHANGED = [
  secondApprovals.list,
  dashboard.get,
  clients.get,
  clients.list,
  purchases.list,
] as const;
