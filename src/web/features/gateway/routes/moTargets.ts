/** Targets of incoming messages as the form of a route has them. */
import type { MoRoute, MoTarget } from '../../../../contract/api/routes.ts';
import type { Picked } from '../../../parts/clients/ClientPicker.tsx';

export const TARGET_KINDS = ['INBOX', 'KEYWORD', 'HTTP', 'SMPP_USER', 'WEBHOOK'] as const;
/** The target of a route as the form has it. */
export type TargetDraft = {
  kind: (typeof TARGET_KINDS)[number];
  /** A connector's cid or a username. */
  name: string;
  keyword: string;
  client: Picked | null;
};

export const INBOX: TargetDraft = { kind: 'INBOX', name: '', keyword: '', client: null };

export const draftOfTarget = (target: MoRoute['targets'][number]): TargetDraft => ({
  kind: target.kind,
  name: target.cid ?? target.username ?? '',
  keyword: target.keyword ?? '',
  client: target.clientId
    ? {
        clientId: target.clientId,
        clientName: target.clientName ?? '',
        accessLevel: 'CLIENT',
        email: null,
      }
    : null,
});

/** The target from the form's fields; undefined while incomplete. */
export function targetOf({ kind, name, keyword, client }: TargetDraft): MoTarget | undefined {
  if (kind === 'HTTP') return name === '' ? undefined : { kind, cid: name };
  if (kind === 'SMPP_USER') return name === '' ? undefined : { kind, username: name };
  if (!client) return undefined;
  if (kind === 'KEYWORD')
    return keyword.trim() === ''
      ? undefined
      : { kind, keyword: keyword.trim(), clientId: client.clientId };
  return { kind, clientId: client.clientId };
}
