import { useTranslation } from 'react-i18next';
import type { MoRoute } from '../../../../contract/api/routes.ts';

type Target = MoRoute['targets'][number];

/** The target of an incoming message, in a few words. */
export function useTargetWords(): (target: Target) => string {
  const { t } = useTranslation();
  return (target) => {
    const { kind } = target;
    const client = target.clientName ?? '';
    if (kind === 'HTTP') return t('gateway.targets.HTTP', { name: target.cid ?? '' });
    if (kind === 'SMPP_USER')
      return t('gateway.targets.SMPP_USER', { name: target.username ?? '' });
    if (kind === 'KEYWORD')
      return t('gateway.targets.KEYWORD', { keyword: target.keyword ?? '', name: client });
    return t(kind === 'INBOX' ? 'gateway.targets.INBOX' : 'gateway.targets.WEBHOOK', {
      name: client,
    });
  };
}
