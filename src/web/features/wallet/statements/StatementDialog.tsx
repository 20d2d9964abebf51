import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { purchases } from '../../../../contract/api/purchases.ts';
import { DownloadButton } from '../../../ui/figures/DownloadButton.tsx';
import { useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

const MONTHS = 24;

/** The first second of a month of UTC, or of one that comes `later` months after it. */
function startOf(month: string, later: number): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number - 1 + later) / 1000;
}

/** The statement of a month, as a PDF. */
export function StatementDialog({
  clientId,
  onClose,
}: {
  clientId: string | undefined;
  onClose(): void;
}) {
  const { t, i18n } = useTranslation();
  const { minute } = useFormat();
  const now = new Date(useNow() * 1000);
  const months = Array.from(
    { length: MONTHS },
    (_each, back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)),
  );
  const keyOf = (month: Date) => month.toISOString().slice(0, 7);
  const [chosen, setChosen] = useState(keyOf(months[0]!));
  const isRunning = chosen === keyOf(months[0]!);
  // A day and its hour stay together at the end of a line.
  const whole = (timestamp: number) => minute(timestamp).replaceAll(' ', '\u00a0');
  const format = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <Dialog
      open
      onClose={onClose}
      isDiscardable
      aria-labelledby="statement-title"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="statement-title">{t('wallet.statement.title')}</DialogTitle>
      <DialogContent>
        <FormField
          id="month"
          label={t('wallet.statement.month')}
          help={
            <>
              {t('wallet.statement.help')}
              <br />
              {isRunning
                ? t('wallet.statement.untilNow', { from: whole(startOf(chosen, 0)) })
                : t('wallet.statement.range', {
                    from: whole(startOf(chosen, 0)),
                    to: whole(startOf(chosen, 1)),
                  })}
            </>
          }
        >
          {(parts) => (
            <Select
              native
              value={chosen}
              onChange={(event) => setChosen(String(event.target.value))}
              input={<OutlinedInput />}
              inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
            >
              {months.map((month) => (
                <option key={keyOf(month)} value={keyOf(month)}>
                  {format.format(month)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <DownloadButton
          endpoint={purchases.statement}
          input={{ month: chosen, ...(clientId !== undefined && { clientId }) }}
          fallbackName={`statement-${chosen}.pdf`}
          icon={<DownloadIcon />}
          isMain
        >
          {t('wallet.statement.download')}
        </DownloadButton>
      </DialogActions>
    </Dialog>
  );
}
