import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clients } from '../../../contract/api/clients.ts';
import { ownRate } from '../../../contract/api/client-fields.ts';
import { rates, type ClientRate } from '../../../contract/api/rates.ts';
import { isDayTime } from '../../../contract/shared/dates.ts';
import { momentOfField } from '../../../contract/shared/zones.ts';
import { screenLanguage } from '../../i18n/i18n.ts';
import { FormDialog } from '../FormDialog.tsx';
import { useGet, useMe, useSend } from '../queries.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { plainNumber, writtenNumber } from '../../ui/fields/plainNumber.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';

type RateForm = Record<
  'regionName' | 'regionFilters' | 'costPrice' | 'currency' | 'fromTimestamp',
  string
>;

const prefixesIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((prefix) => prefix.replace(/^\+/, ''))
    .filter(Boolean);

/** The rate as the request carries it. */
const rateOf = (form: RateForm) => ({
  regionName: form.regionName.trim(),
  regionFilters: prefixesIn(form.regionFilters),
  costPrice: plainNumber(form.costPrice, screenLanguage()),
  currency: form.currency.trim().toUpperCase(),
});

function rulesOf(t: TFunction, timezone: string) {
  const part = (name: keyof typeof ownRate.shape) =>
    z
      .string()
      .check(
        z.refine(
          (written) =>
            ownRate.shape[name].safeParse(rateOf({ ...EMPTY, [name]: written })[name]).success,
          { error: t(`wallet.rates.wrong.${name}`) },
        ),
      );
  return z.object({
    regionName: part('regionName'),
    regionFilters: part('regionFilters'),
    costPrice: part('costPrice'),
    currency: part('currency'),
    fromTimestamp: z.string().check(
      z.refine((written) => written === '' || isDayTime(written), {
        error: t('time.momentWrong'),
        abort: true,
      }),
      z.refine((written) => (momentOfField(written, timezone) ?? Infinity) >= Date.now() / 1000, {
        error: t('wallet.rates.fromPast'),
      }),
    ),
  });
}
const EMPTY: RateForm = {
  regionName: '',
  regionFilters: '',
  costPrice: '',
  currency: 'KES',
  fromTimestamp: '',
};

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
  const { timezone } = useMe();
  const fields = useFields<RateForm>({
    rules: rulesOf(t, timezone),
    values: rate
      ? {
          regionName: rate.regionName,
          regionFilters: rate.regionFilters.join(', '),
          costPrice: writtenNumber(rate.costPrice, screenLanguage()),
          currency: rate.currency,
          fromTimestamp: '',
        }
      : EMPTY,
  });
  const least = useLeastPrice(clientId, fields.control);
  const options = {
    changes: [rates.list, clients.get],
    done: () => {
      toast.success(t('wallet.rates.saved'));
      onClose();
    },
    failed: fields.failed,
  };
  const update = useSend(rates.update, options);
  const add = useSend(rates.add, options);
  const submit = fields.submit((form) => {
    const fromTimestamp = momentOfField(form.fromTimestamp, timezone) ?? null;
    const { regionName, ...given } = rateOf(form);
    if (rate) update.mutate({ rateId: rate.rateId, clientId, ...given, fromTimestamp });
    else add.mutate({ clientId, regionName, ...given, fromTimestamp });
  });
  return (
    <FormDialog
      title={
        rate ? t('wallet.rates.changeTitle', { name: rate.regionName }) : t('wallet.rates.add')
      }
      action={t('wallet.rates.save')}
      busy={update.isPending || add.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      {rate?.inherited && <Alert severity="info">{t('wallet.rates.becomesOwn')}</Alert>}
      {!rate && (
        <TextField
          {...fields.text('regionName')}
          label={t('clients.region')}
          autoFocus
          autoComplete="off"
          input={{ maxLength: 60 }}
        />
      )}
      <TextField
        {...fields.text('regionFilters')}
        label={t('clients.prefixes')}
        help={t('wallet.rates.prefixesHelp')}
        autoComplete="off"
        input={{ maxLength: 2000, spellCheck: false }}
      />
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: '1fr 110px' }}>
        <TextField
          {...fields.text('costPrice')}
          label={t('clients.price')}
          help={least}
          autoFocus={rate !== null}
          autoComplete="off"
          input={{ inputMode: 'decimal', maxLength: 13 }}
        />
        <TextField
          {...fields.text('currency')}
          label={t('wallet.currency')}
          autoComplete="off"
          input={{ maxLength: 3, spellCheck: false }}
        />
      </Box>
      <DateField
        control={fields.control}
        name="fromTimestamp"
        label={`${t('wallet.rates.from')} (${t('fields.optional')})`}
        help={t('wallet.rates.fromHelp', { zone: timezone.replaceAll('_', ' ') })}
        hasTime
      />
    </FormDialog>
  );
}

/** The lowest price of the region that is being written, in words; undefined where none is known. */
function useLeastPrice(clientId: string, control: Control<RateForm>): string | undefined {
  const { t } = useTranslation();
  const { money } = useFormat();
  const me = useMe();
  const [regionName, regionFilters, from] = useWatch({
    control,
    name: ['regionName', 'regionFilters', 'fromTimestamp'],
  });
  const region = regionName.trim();
  const prefixes = prefixesIn(regionFilters);
  const moment = isDayTime(from) ? momentOfField(from, me.timezone) : undefined;
  const { data } = useGet(
    rates.floor,
    {
      clientId,
      regionName: region,
      regionFilters: prefixes,
      ...(moment !== undefined && { fromTimestamp: moment }),
    },
    { when: region !== '' && ownRate.shape.regionFilters.safeParse(prefixes).success, keep: true },
  );
  const least = data?.leastCostPrice ?? null;
  if (least === null || !data?.currency) return undefined;
  return t(
    me.clientAccessLevel === 'ADMINISTRATOR' ? 'wallet.rates.leastAdvised' : 'wallet.rates.least',
    { price: money(least, data.currency) },
  );
}
