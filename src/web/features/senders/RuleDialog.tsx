import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_KINDS } from '../../../contract/shared/sender-names.ts';
import { senders } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

export function RuleDialog({
  rule,
  title,
  onClose,
}: {
  rule: SenderRule;
  title: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [form, setForm] = useState({
    ...rule,
    fee: rule.fee ?? '',
    currency: rule.currency ?? '',
    shortest: String(rule.shortest),
    longest: String(rule.longest),
    daysLeast: String(rule.daysLeast),
    daysMost: String(rule.daysMost),
  });
  const { mutate, isPending, error } = useSend(senders.setRule, {
    changes: [senders.rules, senders.check],
    failed: () => undefined,
    done: () => {
      toast.success(t('senders.ruleSaved'));
      onClose();
    },
  });
  const [wrong, setWrong] = useState(false);
  type Texts =
    | 'shortest'
    | 'longest'
    | 'daysLeast'
    | 'daysMost'
    | 'fee'
    | 'currency'
    | 'source'
    | 'checkedOn';
  const text = (name: Texts, label: string, help?: string) => (
    <TextField
      field={{
        name,
        value: form[name],
        onChange: (event) => {
          setWrong(false);
          setForm({ ...form, [name]: event.target.value });
        },
      }}
      label={label}
      {...(help !== undefined && { help })}
      autoComplete="off"
      input={{ maxLength: 300 }}
    />
  );
  const tick = (name: 'offered' | 'spaces' | 'symbols' | 'sample', label: string) => (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={form[name]}
          onChange={(event) => setForm({ ...form, [name]: event.target.checked })}
        />
      }
      label={label}
    />
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const [shortest, longest, daysLeast, daysMost] = [
      form.shortest,
      form.longest,
      form.daysLeast,
      form.daysMost,
    ].map((each) => (/^\d{1,3}$/.test(each.trim()) ? Number(each) : Number.NaN)) as [
      number,
      number,
      number,
      number,
    ];
    const fee = form.fee.trim() === '' ? null : form.fee.trim();
    const currency = fee === null ? null : form.currency.trim().toUpperCase();
    if (
      ![shortest, longest, daysLeast, daysMost].every(Number.isFinite) ||
      longest < shortest ||
      daysMost < daysLeast ||
      (fee !== null && !/^\d{1,9}(\.\d{1,2})?$/.test(fee)) ||
      currency === ''
    )
      return setWrong(true);
    mutate({
      ...form,
      source: form.source.trim(),
      checkedOn: form.checkedOn.trim(),
      shortest,
      longest,
      daysLeast,
      daysMost,
      fee,
      currency,
    });
  }
  const pair = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="rule-title"
      maxWidth="sm"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="rule-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          {(error || wrong) && (
            <Alert severity="error">{wrong ? t('senders.ruleWrong') : messageOf(error)}</Alert>
          )}
          <Box sx={{ display: 'grid' }}>
            {tick('offered', t('senders.offered'))}
            {tick('spaces', t('senders.spacesAllowed'))}
            {tick('symbols', t('senders.symbolsAllowed'))}
            {tick('sample', t('senders.sampleAsked'))}
          </Box>
          <Box sx={pair}>
            {text('shortest', t('senders.shortest'))}
            {text('longest', t('senders.longest'))}
          </Box>
          <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid' }}>
            <Typography component="legend" variant="subtitle2">
              {t('senders.documentsAsked')}
            </Typography>
            {DOCUMENT_KINDS.map((kind) => (
              <FormControlLabel
                key={kind}
                control={
                  <Checkbox
                    size="small"
                    checked={form.documents.includes(kind)}
                    onChange={(event) =>
                      setForm({
                        ...form,
                        documents: DOCUMENT_KINDS.filter((each) =>
                          each === kind ? event.target.checked : form.documents.includes(each),
                        ),
                      })
                    }
                  />
                }
                label={t(`senders.documentKinds.${kind}`)}
              />
            ))}
          </Box>
          <Box sx={pair}>
            {text('fee', t('senders.feeAmount'), t('senders.feeHelp'))}
            {text('currency', t('senders.currency'))}
          </Box>
          <Box sx={pair}>
            {text('daysLeast', t('senders.daysLeast'))}
            {text('daysMost', t('senders.daysMost'))}
          </Box>
          {text('source', t('senders.source'))}
          {text('checkedOn', t('senders.checkedOn'))}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {t('senders.saveRule')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
