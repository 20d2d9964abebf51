import { reachOf } from '../../../../contract/shared/roles.ts';
import type { Role } from '../../../../contract/shared/roles.ts';

/** An account that may decide on a campaign, as far as its place in the tree says. */
export type Approver = {
  clientId: string;
  accessLevel: Role;
  /** Its place in the tree; descendants' paths start with it. */
  path: string;
};

/**
 * The accounts that are notified of a campaign that waits: the approvers of EBU clients where it is
 * an EBU client's, else the nearest account above its owner that may approve. Only where there is
 * neither are all administrators notified, so that a platform with many resellers bothers nobody
 * with the campaigns of others.
 * @param involved the accounts that own, made or sent it, which may not decide
 */
export function chooseApprovers<A extends Approver>(
  candidates: readonly A[],
  owner: { accessLevel: Role; path: string },
  involved: readonly string[],
): A[] {
  const free = candidates.filter(({ clientId }) => !involved.includes(clientId));
  const reaching = (reach: string) =>
    free.filter(({ accessLevel }) => reachOf(accessLevel, 'campaigns.approve') === reach);
  if (owner.accessLevel === 'EBU_CLIENT') {
    const ebu = reaching('ebu');
    if (ebu.length > 0) return ebu;
  }
  const [nearest] = reaching('tree')
    .filter(({ path }) => owner.path.startsWith(path))
    .toSorted((a, b) => b.path.length - a.path.length);
  return nearest ? [nearest] : reaching('all');
}

/** The beginning of a text in the signs of an SMS of 160, so that a notice stays short. */
export function excerptOf(text: string, most = 40): string {
  const plain = text
    .replace(/[^\s\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > most ? `${plain.slice(0, most - 3).trimEnd()}...` : plain;
}
