import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResendOutcome } from '../../../contract/api/campaigns.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { FormDialog } from '../FormDialog.tsx';

/** Asks which outcomes are to be sent to again. */
export function ResendDialog({
  choices,
  busy,
  onClose,
  onResend,
}: {
  choices: readonly { outcome: ResendOutcome; count: number }[];
  busy: boolean;
  onClose(): void;
  onResend(outcomes: ResendOutcome[]): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const statusWord = useStatusWord();
  const [chosen, setChosen] = useState<readonly ResendOutcome[]>(
    choices.map(({ outcome }) => outcome),
  );
  return (
    <FormDialog
      gap={4}
      title={t('campaigns.resendTitle')}
      action={t('campaigns.resendAction')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.length > 0) onResend([...chosen]);
      }}
    >
      <Alert severity="info">{t('campaigns.resendText')}</Alert>
      <Box role="group" aria-label={t('campaigns.resendTitle')}>
        {choices.map(({ outcome, count }) => (
          <FormControlLabel
            key={outcome}
            sx={{ display: 'flex' }}
            label={t('campaigns.resendCount', {
              count,
              value: number(count),
              label: statusWord(outcome),
            })}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(outcome)}
                onChange={(event) =>
                  setChosen(
                    event.target.checked
                      ? [...chosen, outcome]
                      : chosen.filter((one) => one !== outcome),
                  )
                }
              />
            }
          />
        ))}
      </Box>
    </FormDialog>
  );
}
