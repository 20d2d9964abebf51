import { useTranslation } from 'react-i18next';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';

/** The phone has opted out: it gets no more messages. */
export function StopTag() {
  const { t } = useTranslation();
  return (
    <ToneChip
      data-tone="error"
      title={t('messages.inbox.stopHelp')}
      style={{ height: 18, fontSize: 11, padding: '0 6px', flex: 'none' }}
    >
      {t('messages.inbox.stop')}
    </ToneChip>
  );
}
