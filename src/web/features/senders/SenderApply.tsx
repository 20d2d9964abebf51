import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { stopClauses } from '../../../contract/api/stop-clauses.ts';
import { useGet } from '../../parts/queries.ts';
import { NextSteps } from '../../parts/NextSteps.tsx';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Beside, Rows } from '../../ui/page/layout.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { CountryField } from '../../ui/fields/PhoneFields.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useLeaveWarning } from '../../ui/fields/useLeaveWarning.tsx';
import { DocumentSlots } from './DocumentSlots.tsx';
import { KindField } from './KindField.tsx';
import { useNameHelp } from './useNameCheck.ts';
import { useSenderForm, type SenderForm } from './useSenderForm.ts';

/** Requests a sender ID. The fields follow from country, kind and name; the name is judged while it is typed. */
export function SenderApply() {
  const { t } = useTranslation();
  const form = useSenderForm();
  const { fields, check, documents, missing } = form;
  const { rule, needed } = check;
  const leaving = useLeaveWarning(form.isChanged);
  return (
    <Page
      title={t('senders.apply.title')}
      purpose={t('senders.apply.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <form noValidate onSubmit={form.submit}>
        <Beside aside={rule && <AfterSection rule={rule} />}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <Section title={t('senders.apply.what')}>
            <NameFields form={form} />
          </Section>
          <Section title={t('senders.apply.documents')}>
            {rule === undefined ? (
              <Skeleton variant="rounded" height={96} />
            ) : needed.length === 0 ? (
              <Typography color="textSecondary">{t('senders.apply.noDocuments')}</Typography>
            ) : (
              <DocumentSlots needed={needed} state={documents} missing={missing} />
            )}
          </Section>
        </Beside>
        <ActionBar>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/sender-ids">
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={form.isBusy}>
            {t('senders.apply.send')}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

function NameFields({
  form: { fields, name, country, kind, check, nameError, notOwn },
}: {
  form: ReturnType<typeof useSenderForm>;
}) {
  const { t } = useTranslation();
  const { rule, checked } = check;
  const nameHelp = useNameHelp({ name, kind, ...check });
  return (
    <Rows>
      <CountryField {...fields.text('country')} value={country} />
      <KindField value={kind} onChange={(chosen) => fields.setValue('kind', chosen)} />
      <TextField
        field={fields.register('senderId')}
        label={t('senders.apply.name')}
        help={<span aria-live="polite">{nameHelp}</span>}
        error={nameError}
        aside={
          rule && (
            <Typography
              variant="caption"
              color="textSecondary"
            >{`${name.length}/${rule.longest}`}</Typography>
          )
        }
        autoComplete="off"
        input={{ maxLength: 40, spellCheck: false }}
      />
      {checked?.looksLike && (
        <Alert severity="warning">{t('senders.apply.brand', { brand: checked.looksLike })}</Alert>
      )}
      {notOwn && (
        <>
          <Alert severity="info">
            <AlertTitle>{t('senders.apply.notOwn')}</AlertTitle>
            {t('senders.apply.notOwnText')}
          </Alert>
          <TextField
            {...fields.text('brandOwner')}
            label={t('senders.apply.brandOwner')}
            help={t('senders.apply.brandOwnerHelp')}
            autoComplete="off"
            input={{ maxLength: 120 }}
          />
        </>
      )}
      {rule?.sample && (
        <TextField
          {...fields.text('sample')}
          label={t('senders.apply.sample')}
          help={t('senders.apply.sampleHelp')}
          multiline
          input={{ maxLength: 500 }}
        />
      )}
      <StopNote country={country} kind={kind} />
    </Rows>
  );
}

/** The ending that promotional messages to the country get. */
function StopNote({ country, kind }: Pick<SenderForm, 'country' | 'kind'>) {
  const { t } = useTranslation();
  const ways = useGet(stopClauses.list, {}).data;
  if (kind !== 'PROMOTIONAL' || ways === undefined) return null;
  const clause = ways.receivers.find((each) => each.country === country)?.clause ?? ways.elsewhere;
  if (clause === '') return null;
  return (
    <Alert severity="info">
      <AlertTitle>{t('senders.apply.stop')}</AlertTitle>
      {t('senders.apply.stopText', { clause: clause.trim(), count: clause.length })}
    </Alert>
  );
}

function AfterSection({ rule }: { rule: SenderRule }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <NextSteps
      steps={[
        t('senders.apply.steps.review'),
        rule.fee !== null && rule.currency !== null
          ? t('senders.apply.steps.fee', { fee: money(rule.fee, rule.currency) })
          : t('senders.apply.steps.noFee'),
        t('senders.apply.steps.setup', { least: rule.daysLeast, most: rule.daysMost }),
        t('senders.apply.steps.ready'),
      ]}
    />
  );
}
