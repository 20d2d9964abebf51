import type { Finding } from '../../../../contract/api/gateway-config.ts';

/** Findings that say the same of several things. */
export type FindingGroup = {
  key: string;
  entity: Finding['entity'];
  message: string;
  /** The names of the things, in the order of the findings; a route is named by its order. */
  names: string[];
};

const nameOf = ({ entity, label }: Finding): string[] => {
  if (label === null) return [];
  return [entity.endsWith('ROUTE') ? String(Number.parseInt(label, 10)) : label];
};

/**
 * Warnings that the configuration in force has too, and all other findings. An error stops the reload whoever caused it.
 * @param hasEdits without edits nothing stands apart from them
 */
export function splitFindings(
  findings: readonly Finding[],
  hasEdits: boolean,
): [earlier: Finding[], caused: Finding[]] {
  const isEarlier = ({ already, severity }: Finding) =>
    hasEdits && already === true && severity === 'WARNING';
  return [findings.filter(isEarlier), findings.filter((each) => !isEarlier(each))];
}

/** Gathers findings with the same message; the groups are in the order of their first findings. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { entity, message } = finding;
    const key = `${entity} ${message}`;
    const group = groups.get(key) ?? { key, entity, message, names: [] };
    groups.set(key, { ...group, names: group.names.concat(nameOf(finding)) });
  }
  return [...groups.values()];
}
