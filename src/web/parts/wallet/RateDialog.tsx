import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { ownRate } from '../../../contract/api/client-fields.ts';
import { rates, type ClientRate } from '../../../contract/api/rates.ts';
import { useGet, useMe, useSend } from '../queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

type Texts = Record<'regionName' | 'regionFilters' | 'costPrice' | 'currency' | 'from', string>;

const prefixesIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((prefix) => prefix.replace(/^\+/, ''))
    .filter(Boolean);

const FIELDS = ['regionFilters', 'costPrice', 'currency'] as const;

/** The server's words at the field that they are about. */
function placed(refused: Error): Partial<Texts> {
  if (!(refused instanceof CallError) || refused.status !== 422) return {};
  const field = FIELDS.find((name) => refused.details.some((detail) => detail.field === name));
  return field ? { [field]: messageOf(refused) } : {};
}

/** Sets the price of a region, now or from a day on. */
export function RateDialog({
  rate,
  clientId,
  onClose,
}: {
  rate: ClientRate | null;
  clientId: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [texts, setTexts] = useState<Texts>({
    regionName: rate?.regionName ?? '',
    regionFilters: rate?.regionFilters.join(', ') ?? '',
    costPrice: rate?.costPrice ?? '',
    currency: rate?.currency ?? 'KES',
    from: '',
  });
  const [errors, setErrors] = useState<Partial<Texts>>({});
  const { money } = useFormat();
  const me = useMe();
  const prefixes = prefixesIn(texts.regionFilters);
  const region = texts.regionName.trim();
  const floor = useGet(
    rates.floor,
    {
      clientId,
      regionName: region,
      regionFilters: prefixes,
      ...(texts.from !== '' && { fromTimestamp: new Date(texts.from).getTime() / 1000 }),
    },
    { when: region !== '' && ownRate.shape.regionFilters.safeParse(prefixes).success, keep: true },
  );
  const least = floor.data?.leastCostPrice ?? null;
  const leastText =
    least !== null && floor.data?.currency
      ? t(
          me.clientAccessLevel === 'ADMINISTRATOR'
            ? 'wallet.rates.leastAdvised'
            : 'wallet.rates.least',
          { price: money(least, floor.data.currency) },
        )
      : undefined;
  const options = {
    changes: [rates.list, clients.get],
    done: () => {
      toast.success(t('wallet.rates.saved'));
      onClose();
    },
    failed: (refused: Error) => setErrors(placed(refused)),
  };
  const update = useSend(rates.update, options);
  const add = useSend(rates.add, options);
  const busy = update.isPending || add.isPending;
  const refused = update.error ?? add.error;
  const failure = refused && Object.keys(placed(refused)).length === 0 ? refused : null;
  const field = (name: keyof Texts) => ({
    name,
    value: texts[name],
    onChange: (event: { target: { value: string } }) => {
      setTexts({ ...texts, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="rate-title"
      maxWidth="xs"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const given = {
            regionName: texts.regionName.trim(),
            regionFilters: prefixes,
            costPrice: texts.costPrice.trim().replace(',', '.'),
            currency: texts.currency.trim().toUpperCase(),
          };
          const checked = ownRate.safeParse(given);
          const found: Partial<Texts> = {};
          if (!checked.success)
            for (const issue of checked.error.issues) {
              const name = String(issue.path[0]) as keyof Texts;
              found[name] = t(
                `wallet.rates.wrong.${name as 'regionName' | 'regionFilters' | 'costPrice' | 'currency'}`,
              );
            }
          const fromTimestamp = texts.from === '' ? null : new Date(texts.from).getTime() / 1000;
          if (fromTimestamp !== null && fromTimestamp < Date.now() / 1000)
            found.from = t('wallet.rates.fromPast');
          setErrors(found);
          if (Object.keys(found).length > 0) return;
          if (rate)
            update.mutate({
              rateId: rate.rateId,
              clientId,
              costPrice: given.costPrice,
              currency: given.currency,
              regionFilters: given.regionFilters,
              fromTimestamp,
            });
          else add.mutate({ clientId, ...given, fromTimestamp });
        }}
      >
        <DialogTitle id="rate-title">
          {rate ? t('wallet.rates.changeTitle', { name: rate.regionName }) : t('wallet.rates.add')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
          {rate?.inherited && <Alert severity="info">{t('wallet.rates.becomesOwn')}</Alert>}
          {!rate && (
            <TextField
              field={field('regionName')}
              label={t('clients.region')}
              error={errors.regionName}
              autoFocus
              autoComplete="off"
              input={{ maxLength: 60 }}
            />
          )}
          <TextField
            field={field('regionFilters')}
            label={t('clients.prefixes')}
            help={t('wallet.rates.prefixesHelp')}
            error={errors.regionFilters}
            autoComplete="off"
            input={{ maxLength: 2000, spellCheck: false }}
          />
          <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: '1fr 110px' }}>
            <TextField
              field={field('costPrice')}
              label={t('clients.price')}
              help={leastText}
              error={errors.costPrice}
              autoFocus={rate !== null}
              autoComplete="off"
              input={{ inputMode: 'decimal', maxLength: 13 }}
            />
            <TextField
              field={field('currency')}
              label={t('wallet.currency')}
              error={errors.currency}
              autoComplete="off"
              input={{ maxLength: 3, spellCheck: false }}
            />
          </Box>
          <TextField
            field={field('from')}
            label={`${t('wallet.rates.from')} (${t('fields.optional')})`}
            help={t('wallet.rates.fromHelp')}
            error={errors.from}
            type="datetime-local"
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('wallet.rates.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
