import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import InputAdornment from '@mui/material/InputAdornment';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { auth } from '../../../contract/api/auth.ts';
import { payments } from '../../../contract/api/payments.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { messageOf } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Halves, Rows } from '../../ui/layout.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { faultOf, quoteOf } from './quote.ts';

/** Amounts of units that are bought most. */
const PRESETS = [1_000, 5_000, 10_000] as const;

type Offer = Output<typeof purchases.offer>;

/** The form that buys units: a number of units, or a sum of money. */
export function Buy({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const { units: inUnits, money } = useFormat();
  const me = useMe();
  const toast = useToast();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { costPrice, currency, provider } = offer;
  const [by, setBy] = useState<'units' | 'amount'>('units');
  const [units, setUnits] = useState(parameters.get('units') ?? '');
  const [amount, setAmount] = useState('');
  const [phone, setPhone] = useState(offer.phone ?? '');
  const [errors, setErrors] = useState<{
    units?: string | undefined;
    amount?: string | undefined;
    phone?: string | undefined;
  }>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const failed = (failure: Error) => {
    const details = failure instanceof CallError ? failure.details : [];
    const placed = Object.fromEntries(
      details
        .filter(({ field }) => ['units', 'amount', 'phone'].includes(field))
        .map(({ field }) => [field, messageOf(failure)]),
    );
    setErrors(placed);
    if (Object.keys(placed).length === 0) setRefusal(messageOf(failure));
  };
  const push = useSend(payments.sendStk, {
    changes: [purchases.list, auth.me],
    failed,
    done: ({ purchaseId }) => {
      toast.success(t('wallet.topUp.sent'));
      void navigate(`/dashboard/purchases/topup/${purchaseId}`);
    },
  });
  const create = useSend(purchases.create, {
    changes: [purchases.list],
    failed,
    done: (payment) => push.mutate({ purchaseId: payment.purchaseId, phone: payment.phone }),
  });
  if (me.impersonated)
    return <Alert severity="info">{t('acting.pay', { name: me.clientName })}</Alert>;
  if (costPrice === null || currency === null)
    return <Alert severity="warning">{t('wallet.topUp.noPrice')}</Alert>;
  if (provider === null)
    return <Alert severity="warning">{t('wallet.topUp.noProvider', { currency })}</Alert>;

  const quote = quoteOf(by, by === 'units' ? units : amount, {
    costPrice,
    mostAmount: provider.mostAmount,
  });
  const { wanted, cost, bought } = quote;
  const fault = faultOf(quote, by, amount, provider);
  const bounds = {
    least: money(String(provider.leastAmount), currency),
    most: money(String(provider.mostAmount), currency),
  };

  function write(which: 'units' | 'amount', value: string) {
    setBy(which);
    setErrors({});
    setRefusal(null);
    if (which === 'units') {
      setUnits(value);
      setAmount('');
    } else {
      setAmount(value);
      setUnits('');
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    const found: typeof errors = {};
    if (fault === 'NUMBER')
      found[by] = by === 'units' ? t('wallet.topUp.unitsWrong') : t('wallet.topUp.amountWrong');
    else if (fault === 'BOUNDS') found[by] = t('wallet.topUp.bounds', bounds);
    if (phone.trim() === '') found.phone = t('wallet.topUp.phoneMissing');
    setErrors(found);
    if (Object.keys(found).length > 0 || wanted === undefined) return;
    create.mutate({
      ...(by === 'units' ? { units: unitsToNumber(wanted) } : { amount: Number(cost) }),
      phone: phone.trim(),
    });
  }

  return (
    <Section>
      <Rows component="form" noValidate onSubmit={submit}>
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        <Halves>
          <TextField
            field={{
              name: 'units',
              value:
                by === 'units' ? units : bought === undefined ? '' : String(unitsToNumber(bought)),
              onChange: (event) => write('units', event.target.value),
            }}
            label={t('wallet.topUp.units')}
            help={t('wallet.topUp.unitPrice', { price: money(costPrice, currency) })}
            error={errors.units}
            autoFocus
            autoComplete="off"
            input={{ inputMode: 'decimal', maxLength: 14 }}
          />
          <TextField
            field={{
              name: 'amount',
              value: by === 'amount' ? amount : cost === undefined ? '' : String(cost),
              onChange: (event) => write('amount', event.target.value),
            }}
            label={t('wallet.topUp.amount')}
            help={t('wallet.topUp.amountHelp')}
            error={errors.amount}
            start={<InputAdornment position="start">{currency}</InputAdornment>}
            autoComplete="off"
            input={{ inputMode: 'numeric', maxLength: 9 }}
          />
        </Halves>
        <Presets
          chosen={by === 'units' ? units : ''}
          onChoose={(preset) => write('units', String(preset))}
        />
        <TextField
          field={{
            name: 'phone',
            value: phone,
            onChange: (event) => {
              setPhone(event.target.value);
              setErrors({ ...errors, phone: undefined });
            },
          }}
          label={t('wallet.topUp.phone')}
          help={t(`wallet.topUp.phoneHelps.${provider.name}`)}
          error={errors.phone}
          type="tel"
          autoComplete="tel"
          input={{ maxLength: 40 }}
        />
        {by === 'units' && cost !== undefined && bought !== undefined && bought !== wanted && (
          <Alert severity="info">
            {t('wallet.topUp.whole', {
              currency,
              amount: money(String(cost), currency),
              units: inUnits(unitsToNumber(bought)),
            })}
          </Alert>
        )}
        {bought !== undefined && <Bought offer={offer} bought={bought} />}
        <Box>
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={create.isPending || push.isPending}
          >
            {cost === undefined || cost === 0n
              ? t('wallet.topUp.pay')
              : t('wallet.topUp.payAmount', { amount: money(String(cost), currency) })}
          </Button>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t('wallet.topUp.next')}
          </Typography>
        </Box>
      </Rows>
    </Section>
  );
}

/** The amounts that are bought most, one click each. */
function Presets({ chosen, onChoose }: { chosen: string; onChoose(preset: number): void }) {
  const { t } = useTranslation();
  const { units: inUnits } = useFormat();
  return (
    <Box
      role="group"
      aria-label={t('wallet.topUp.presets')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
    >
      {PRESETS.map((preset) => {
        const isChosen = chosen === String(preset);
        return (
          <Chip
            key={preset}
            variant={isChosen ? 'filled' : 'outlined'}
            color={isChosen ? 'primary' : 'default'}
            aria-pressed={isChosen}
            label={inUnits(preset)}
            onClick={() => onChoose(preset)}
          />
        );
      })}
    </Box>
  );
}

/** The result of the purchase: the units, the balance after it and how long that lasts. */
function Bought({ offer, bought }: { offer: Offer; bought: bigint }) {
  const { t } = useTranslation();
  const { number, units: inUnits } = useFormat();
  const me = useMe();
  const balance = me.smsBalance + unitsToNumber(bought);
  const days = offer.unitsADay > 0 ? Math.floor(balance / offer.unitsADay) : undefined;
  return (
    <Facts
      rows={[
        [t('wallet.topUp.youGet'), inUnits(unitsToNumber(bought))],
        [t('wallet.topUp.balanceAfter'), inUnits(balance)],
        days === undefined
          ? null
          : [t('wallet.topUp.lasts'), t('wallet.topUp.days', { count: days, value: number(days) })],
        offer.sellerName === null ? null : [t('wallet.topUp.soldBy'), offer.sellerName],
      ]}
    />
  );
}
