import { GUARD_KINDS, type GuardRule } from '../../../contract/api/guard.ts';

/** The account's own rules, then the platform's, each with the newest first: the order in which they refused. */
export const inOrderOfRefusals = (rules: readonly GuardRule[]) =>
  [...rules].sort(
    (one, other) =>
      Number(one.clientId === null) - Number(other.clientId === null) ||
      (one.ruleId < other.ruleId ? 1 : -1),
  );

/** Rules as they come, account by account, with the kinds of each in one order and the longest blocks of numbers first. */
export function inOrderOfKinds(rules: readonly GuardRule[]): GuardRule[] {
  const accounts = [...new Set(rules.map(({ clientId }) => clientId))];
  return rules.toSorted(
    (one, other) =>
      accounts.indexOf(one.clientId) - accounts.indexOf(other.clientId) ||
      GUARD_KINDS.indexOf(one.kind) - GUARD_KINDS.indexOf(other.kind) ||
      (other.digits ?? 0) - (one.digits ?? 0),
  );
}

/** Rules of one kind that one side set, which share a row. */
export function byKind(rules: readonly GuardRule[]): [GuardRule, ...GuardRule[]][] {
  const groups = new Map<string, [GuardRule, ...GuardRule[]]>();
  for (const rule of rules) {
    const key = `${rule.clientId} ${rule.kind}`;
    const group = groups.get(key);
    if (group) group.push(rule);
    else groups.set(key, [rule]);
  }
  return [...groups.values()];
}
