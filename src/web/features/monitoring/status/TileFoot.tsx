import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { useShortWhy } from '../../../parts/monitoring/linkError.ts';

/** The one line that counts most: what is wrong, how often the link was lost, or why it does not run. */
export function TileFoot({
  connector,
  tone,
  drops,
  cause,
}: {
  connector: StatusPage['connectors'][number];
  tone: Tone;
  drops: string;
  /** The figures of what is wrong now; '' without any. */
  cause: string;
}) {
  const { t } = useTranslation();
  const shortWhy = useShortWhy();
  const { state, lastError, level } = connector;
  const isTroubled = level === 'DOWN' || level === 'DEGRADED';
  const wrong = [drops, cause, lastError === null ? '' : shortWhy(lastError)].filter(Boolean);
  const quiet = state === 'STOPPED' ? t('monitoring.tile.stopped') : '';
  const said = level === 'OFF' ? quiet : wrong.join(' · ');
  if (said === '') return null;
  return (
    <Tooltip describeChild title={lastError ?? (wrong.length > 0 ? said : '')}>
      <Typography
        variant="caption"
        component="p"
        sx={(theme) => ({
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 2,
          overflow: 'hidden',
          position: 'relative',
          zIndex: 1,
          mt: 'auto',
          '&::first-letter': { textTransform: 'uppercase' },
          color:
            isTroubled && wrong.length > 0
              ? theme.vars?.palette.tone[tone].text
              : theme.vars?.palette.text.secondary,
        })}
      >
        {said}
      </Typography>
    </Tooltip>
  );
}
