import OptOutIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/figures/figures.tsx';
import { ToneChip } from '../../ui/figures/StatusChip.tsx';

/** The exception alone: who can be written to is not worth a word in every row. */
export function Reachability({ at }: { at: number }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  return (
    <Tooltip describeChild title={t('contacts.optedOutSince', { time: exact(at) })}>
      <ToneChip data-tone="warning">
        <OptOutIcon aria-hidden="true" />
        <span>{t('contacts.optedOut')}</span>
      </ToneChip>
    </Tooltip>
  );
}
