import type { Campaign } from '../../contract/campaigns.ts';

/** A campaign in the middle of its way, for showing what shows campaigns. */
export const SAMPLE_CAMPAIGN: Campaign = {
  campaignId: '0190a000-0000-7000-8000-000000000001', campaignName: 'November orders', clientId: '0190a000-0000-7000-8000-000000000002', clientName: 'Kibo Traders', senderId: 'KIBO', text: 'Dear #Name#, your order is on its way.',
  source: 'FILE', status: 'RUNNING', reason: null, recipientCount: 12_400, segmentCount: 12_400, unitsReserved: 9000, unitsCharged: 3400,
  counts: { queued: 6000, submitted: 1500, ambiguous: 20, delivered: 4000, undeliverable: 300, failed: 80, rejected: 200, expired: 150, unknown: 50, cancelled: 100 },
  scheduleTimestamp: null, createTimestamp: 1_790_000_000, startTimestamp: 1_790_000_100, endTimestamp: null, approvedBy: null, timezone: 'Africa/Nairobi', waitingSinceTimestamp: null, approvalReasons: [], resumeTimestamp: null, copiedFrom: null,
};
