// Proposing, proving, releasing and losing the hosts of brands.
import type { BrandHost } from '../../../contract/api/branding.ts';
import { record, recordByPlatform, type Actor } from '../audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound } from '../../infra/errors.ts';
import { notify, type Messenger } from '../mail/notifications.ts';
import type { Notification } from '../mail/notification-kinds.ts';
import { systemScope, type Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { findBrandContact } from './branding.store.ts';
import type { HostCheck, LookUpProof } from './dns.ts';
import {
  GRACE_DAYS,
  isGraceOver,
  MOST_HOSTS,
  newToken,
  nextCheck,
  PROPOSAL_DAYS,
  recordName,
  hostRefusalReason,
} from './hosts.rules.ts';
import {
  claimDueHosts,
  claimDueProposals,
  deleteHost,
  deleteProposal,
  dropOldProposals,
  findHostOwner,
  insertHost,
  listHosts,
  listProposals,
  lockHosts,
  lockProposal,
  recordProof,
  recordProposalCheck,
  putProposal,
  refuseProposal,
  type HostRow,
  type ProposalRow,
} from './hosts.store.ts';

export type HostServices = {
  database: Database;
  messenger: Messenger;
  lookUp: LookUpProof;
  /** The platform's own host names. */
  platformHosts: readonly string[];
};
type HostCall = Actor & { language: Language; scope: Scope };

const PAGE = '/dashboard/settings/branding';
const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/**
 * Proposes a host for a brand; one that is in force or pending stays unchanged. The root brands the
 * platform's own host without a proof.
 * @throws badInput, conflict if another client has it
 */
export async function proposeHost(
  tx: Tx,
  { platformHosts }: Pick<HostServices, 'platformHosts'>,
  call: HostCall,
  { clientId, isRoot, host }: { clientId: string; isRoot: boolean; host: string },
): Promise<void> {
  const refuse = (code: Parameters<typeof sentence>[1], values = {}) =>
    badInput([{ field: 'host', message: sentence(call.language, code, values) }]);
  const isOwn = isRoot && platformHosts.includes(host);
  const why = isOwn ? undefined : hostRefusalReason(host, platformHosts);
  if (why) throw refuse(why);
  await lockHosts(tx, clientId);
  const owner = await findHostOwner(tx, host);
  if (owner === clientId) return;
  if (owner !== undefined) throw conflict('host', 'TAKEN');
  if (isOwn) {
    await insertHost(tx, { clientId, host, token: null });
    return record(tx, call, { action: 'HOST_ADDED', clientId, after: { host } });
  }
  const [hosts, proposals] = [await listHosts(tx, clientId), await listProposals(tx, clientId)];
  const known = proposals.find((each) => each.host === host);
  if (known && isOpen(known, new Date())) return;
  if (!known && hosts.length + proposals.length >= MOST_HOSTS)
    throw refuse('HOSTS_MANY', { limit: MOST_HOSTS });
  await putProposal(tx, { clientId, host, token: newToken(), days: PROPOSAL_DAYS });
  await record(tx, call, { action: 'HOST_PROPOSED', clientId, after: { host } });
}

/** Removes a host, in force or proposed, from its brand. @throws notFound */
export async function removeHost(
  tx: Tx,
  call: HostCall,
  { clientId, host }: { clientId: string; host: string },
): Promise<void> {
  const removed = [await deleteHost(tx, clientId, host), await deleteProposal(tx, clientId, host)];
  if (!removed.includes(true)) throw notFound('host');
  await record(tx, call, { action: 'HOST_REMOVED', clientId, before: { host } });
}

/**
 * Checks the record of a proposed host, and puts the host in force if it exists.
 * @throws notFound
 */
export async function checkHost(
  at: HostServices,
  call: HostCall,
  { clientId, host }: { clientId: string; host: string },
): Promise<void> {
  const proposal = await at.database.run(call.scope, (tx) => lockProposal(tx, clientId, host));
  if (!proposal) throw notFound('host');
  await settleProposal(at, proposal, await at.lookUp(host, proposal.token), call);
}

/**
 * Puts a proposed host in force without proof.
 * @throws notFound, conflict if another brand has it
 */
export async function releaseHost(
  at: HostServices,
  call: HostCall,
  { clientId, host }: { clientId: string; host: string },
): Promise<void> {
  await at.database.run(systemScope(), async (tx) => {
    if (!(await lockProposal(tx, clientId, host))) throw notFound('host');
    if (!(await activateHost(tx, at, { clientId, host, token: null })))
      throw conflict('host', 'TAKEN');
    await record(tx, call, {
      action: 'HOST_ADDED',
      clientId,
      after: { host, by: 'ADMINISTRATOR' },
    });
  });
}

/** Refuses a proposed host and notifies its owner of the reason. @throws notFound */
export async function refuseHost(
  at: HostServices,
  call: HostCall,
  { clientId, host, reason }: { clientId: string; host: string; reason: string },
): Promise<void> {
  await at.database.run(systemScope(), async (tx) => {
    if (!(await lockProposal(tx, clientId, host))) throw notFound('host');
    await refuseProposal(tx, clientId, host, reason);
    await record(tx, call, { action: 'HOST_REFUSED', clientId, after: { host, reason } });
    await notifyOwner(tx, at, clientId, (link) => ({ kind: 'HOST_REFUSED', host, reason, link }));
  });
}

/** Checks the proposals and the proved hosts that are due. */
export async function checkDueHosts(at: HostServices): Promise<void> {
  const proposals = await at.database.run(systemScope(), (tx) => claimDueProposals(tx, AT_ONCE));
  await Promise.all(
    proposals.map(async (proposal) =>
      settleProposal(at, proposal, await at.lookUp(proposal.host, proposal.token), undefined),
    ),
  );
  const hosts = await at.database.run(systemScope(), (tx) => claimDueHosts(tx, AT_ONCE));
  await Promise.all(
    hosts.map(async (host) => settleHost(at, host, await at.lookUp(host.host, host.token))),
  );
  await at.database.run(systemScope(), dropOldProposals);
}

/** Records the result of a check. @param call undefined for an automatic check */
async function settleProposal(
  at: HostServices,
  { clientId, host, token }: ProposalRow,
  found: HostCheck,
  call: HostCall | undefined,
): Promise<void> {
  await at.database.run(systemScope(), async (tx) => {
    // Removed, refused or proved by another client during the query.
    const proposal = await lockProposal(tx, clientId, host);
    if (proposal?.token !== token) return;
    const isInForce = found === 'PROVED' && (await activateHost(tx, at, { clientId, host, token }));
    if (isInForce) {
      const deed = { action: 'HOST_ADDED', clientId, after: { host, by: 'DNS' } } as const;
      return call ? record(tx, call, deed) : recordByPlatform(tx, deed);
    }
    const result = found === 'PROVED' ? 'TAKEN' : found;
    await recordProposalCheck(tx, {
      clientId,
      host,
      result,
      next: nextCheck(proposal, new Date()),
    });
  });
}

async function activateHost(
  tx: Tx,
  at: HostServices,
  { clientId, host, token }: { clientId: string; host: string; token: string | null },
): Promise<boolean> {
  if (!(await insertHost(tx, { clientId, host, token }))) return false;
  await deleteProposal(tx, clientId, host);
  await notifyOwner(tx, at, clientId, (link) => ({ kind: 'HOST_IN_FORCE', host, link }));
  return true;
}

/** A missing record has no effect at first: name servers move, and people make mistakes. */
async function settleHost(
  at: HostServices,
  { clientId, host, token, proofMissingSince }: HostRow,
  found: HostCheck,
): Promise<void> {
  if (found === 'NO_ANSWER' || token === null) return;
  await at.database.run(systemScope(), async (tx) => {
    const since = await recordProof(tx, host, found === 'PROVED');
    if (since === null) return;
    if (!isGraceOver(since, new Date())) {
      if (proofMissingSince !== null) return;
      const until = new Date(since.getTime() + GRACE_DAYS * DAY_MS).toISOString().slice(0, 10);
      return notifyOwner(tx, at, clientId, (link) => ({
        kind: 'HOST_PROOF_MISSING',
        host,
        record: recordName(host),
        until,
        link,
      }));
    }
    await deleteHost(tx, clientId, host);
    await putProposal(tx, { clientId, host, token, days: PROPOSAL_DAYS });
    await recordByPlatform(tx, { action: 'HOST_PROOF_LOST', clientId, before: { host } });
    await notifyOwner(tx, at, clientId, (link) => ({ kind: 'HOST_LOST', host, link }));
  });
}

async function notifyOwner(
  tx: Tx,
  at: HostServices,
  clientId: string,
  notificationOf: (link: string) => Notification,
): Promise<void> {
  const contact = await findBrandContact(tx, clientId);
  if (contact)
    await notify(tx, at.messenger, contact, 'EMAIL', (page) => notificationOf(page(PAGE)));
}

/** The hosts of a brand, in force and proposed, as its owner sees them. */
export async function presentHosts(tx: Tx, clientId: string): Promise<BrandHost[]> {
  const now = new Date();
  return [
    ...(await listHosts(tx, clientId)).map(presentHost),
    ...(await listProposals(tx, clientId)).map((proposal) => presentProposal(proposal, now)),
  ];
}

function presentHost({ host, token, checkedAt, proofMissingSince }: HostRow): BrandHost {
  return {
    host,
    state: proofMissingSince === null ? 'IN_FORCE' : 'PROOF_MISSING',
    record: recordOf(host, token),
    checkedTimestamp: secondsOf(checkedAt),
    checkResult: proofMissingSince === null ? null : 'NOT_FOUND',
    expiryTimestamp: proofMissingSince && proofMissingSince.getTime() / 1000 + GRACE_DAYS * 86_400,
    reason: null,
  };
}

function presentProposal(proposal: ProposalRow, now: Date): BrandHost {
  const { host, token, checkedAt, checkResult, expiresAt, refusedAt, reason } = proposal;
  return {
    host,
    state: isOpen(proposal, now) ? 'PROPOSED' : refusedAt === null ? 'EXPIRED' : 'REFUSED',
    record: recordOf(host, token),
    checkedTimestamp: secondsOf(checkedAt),
    checkResult,
    expiryTimestamp: expiresAt.getTime() / 1000,
    reason,
  };
}

const isOpen = ({ refusedAt, expiresAt }: ProposalRow, now: Date) =>
  refusedAt === null && expiresAt > now;
const recordOf = (host: string, token: string | null) =>
  token === null ? null : { name: recordName(host), value: token };
const secondsOf = (date: Date | null) => date && date.getTime() / 1000;
