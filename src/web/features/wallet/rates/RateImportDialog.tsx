import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../../contract/api/clients.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { rates } from '../../../../contract/api/rates.ts';
import { isDayTime } from '../../../../contract/shared/dates.ts';
import { momentOfField } from '../../../../contract/shared/zones.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { DateInput } from '../../../ui/fields/DateField.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { useUntilLeft } from '../../../parts/campaigns/useUntilLeft.ts';

type Read = Output<typeof rates.previewImport>;

/** Prices from a CSV file: read, shown with what they change, then set at once or from a day on. */
export function RateImportDialog({
  clientId,
  clientName,
  onClose,
}: {
  clientId: string;
  clientName: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  const toast = useToast();
  const { timezone } = useMe();
  const [read, setRead] = useState<Read | null>(null);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const untilLeft = useUntilLeft();
  const look = useSend(rates.import, { failed: (refused) => setFailure(messageOf(refused)) });
  const apply = useSend(rates.import, {
    changes: [rates.list, clients.get],
    done: () => {
      toast.success(t('wallet.rates.imported'));
      onClose();
    },
    failed: (refused) => setFailure(messageOf(refused)),
  });
  const changed = look.data?.changes.filter(({ change }) => change !== 'SAME') ?? [];

  async function open([file]: File[]) {
    if (!file) return;
    setFailure(null);
    setReading(true);
    const signal = untilLeft();
    try {
      const found = await upload(rates.previewImport, {}, file, {
        signal,
        progress: () => undefined,
      });
      setRead(found);
      if (found.rows.length > 0) look.mutate({ clientId, rows: found.rows, dryRun: true });
    } catch (refused) {
      if (!signal.aborted) setFailure(messageOf(refused));
    }
    setReading(false);
  }

  return (
    <Dialog
      open
      onClose={apply.isPending ? undefined : onClose}
      holdsEntries={read !== null}
      aria-labelledby="import-title"
      maxWidth="md"
      fullWidth
    >
      <DialogTitle id="import-title">
        {t('wallet.rates.importTitle', { name: clientName })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        {read === null && (
          <FileDrop
            title={t('wallet.rates.drop')}
            or={t('fromFile.dropOr')}
            browse={t('fromFile.browse')}
            help={t('wallet.rates.dropHelp')}
            accept=".csv,.txt,text/csv"
            onFiles={(files) => void open(files)}
          />
        )}
        {(reading || look.isPending) && <LinearProgress aria-label={t('loading')} />}
        {read !== null && read.problems.length > 0 && (
          <Alert severity="warning">
            <AlertTitle>
              {t('wallet.rates.problems', {
                count: read.problems.length,
                value: number(read.problems.length),
              })}
            </AlertTitle>
            <Box component="ul" sx={{ m: 0, pl: 5 }}>
              {read.problems.slice(0, 50).map(({ line, field, message }) => (
                <li key={`${line} ${field}`}>
                  {t('wallet.rates.problem', { line: number(line), field, message })}
                </li>
              ))}
            </Box>
          </Alert>
        )}
        {look.data && changed.length === 0 && (
          <Alert severity="info">{t('wallet.rates.nothingChanges')}</Alert>
        )}
        {changed.length > 0 && (
          <>
            <Table size="small" aria-label={t('wallet.rates.changes')}>
              <TableHead>
                <TableRow>
                  <TableCell>{t('clients.region')}</TableCell>
                  <TableCell align="right">{t('wallet.rates.now')}</TableCell>
                  <TableCell align="right">{t('wallet.rates.later')}</TableCell>
                  <TableCell>{t('clients.prefixes')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {changed.map((row) => (
                  <TableRow key={row.regionName}>
                    <TableCell component="th" scope="row">
                      {row.regionName}
                      {row.change === 'NEW' ? ` (${t('wallet.rates.new')})` : ''}
                    </TableCell>
                    <TableCell align="right">
                      {row.before === null ? DASH : money(row.before, row.currency)}
                    </TableCell>
                    <TableCell align="right">
                      {money(row.costPrice, row.currency)}
                      {row.leastCostPrice !== null && (
                        <Typography variant="caption" color="error" sx={{ display: 'block' }}>
                          {t('wallet.rates.least', {
                            price: money(row.leastCostPrice, row.currency),
                          })}
                        </Typography>
                      )}
                    </TableCell>
                    <TableCell sx={{ color: 'text.secondary' }}>
                      {row.regionFilters.map((prefix) => `+${prefix}`).join(', ')}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <DateInput
              name="from"
              label={`${t('wallet.rates.from')} (${t('fields.optional')})`}
              help={t('wallet.rates.fromHelp', { zone: timezone.replaceAll('_', ' ') })}
              hasTime
              value={from}
              onChange={setFrom}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={apply.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={changed.length === 0 || read === null || (from !== '' && !isDayTime(from))}
          loading={apply.isPending}
          onClick={() => {
            if (read)
              apply.mutate({
                clientId,
                rows: read.rows,
                fromTimestamp: momentOfField(from, timezone) ?? null,
              });
          }}
        >
          {t('wallet.rates.apply', { count: changed.length, value: number(changed.length) })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
