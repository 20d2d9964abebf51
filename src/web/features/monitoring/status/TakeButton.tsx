import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../contract/api/monitoring.ts';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';

/** Offers to take a problem on, until somebody has. */
export function TakeButton({
  problem,
  onTake,
}: {
  problem: Problem;
  onTake(problem: Problem): void;
}) {
  const { t } = useTranslation();
  const words = useAlertWords();
  if (problem.acknowledgement !== null) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      sx={{ flex: 'none' }}
      aria-label={`${t('monitoring.verdict.take')}: ${words.title(problem)}`}
      onClick={() => onTake(problem)}
    >
      {t('monitoring.verdict.take')}
    </Button>
  );
}
