import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { SoftwareUse } from '../../../contract/api/software-use.ts';
import { Time } from '../../ui/figures/figures.tsx';
import { useTrafficWords } from './useTrafficWords.ts';

/** The traffic of a gateway user in the last 24 hours, a line for each interface that it uses. */
export function TrafficLines({ use }: { use: readonly SoftwareUse[] }) {
  const { t } = useTranslation();
  const { line } = useTrafficWords();
  if (use.length === 0) return t('softwareUse.none');
  return use.map((each) => (
    <Box key={each.source} sx={{ overflowWrap: 'anywhere' }}>
      {`${t(`softwareUse.sources.${each.source}`)} · ${line(each)} · ${t('softwareUse.lastCall')} `}
      <Time at={each.lastCallTimestamp} />
    </Box>
  ));
}
