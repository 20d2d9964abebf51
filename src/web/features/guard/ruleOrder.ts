import type { GuardRule } from '../../../contract/api/guard.ts';

/** The account's own rules, then the platform's, each with the newest first: the order in which they refused. */
export const inOrderOfRefusals = (rules: readonly GuardRule[]) =>
  [...rules].sort(
    (one, other) =>
      Number(one.clientId === null) - Number(other.clientId === null) ||
      (one.ruleId < other.ruleId ? 1 : -1),
  );

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
