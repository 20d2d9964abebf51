import InputAdornment from '@mui/material/InputAdornment';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type Client, LANGUAGES } from '../../../../contract/api/client-fields.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { queries } from '../../../parts/queries.ts';
import { call, renewSession } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Page, Section } from '../../../ui/page/Page.tsx';
import { CountryField, usePhoneHint } from '../../../ui/fields/PhoneFields.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { ZoneField } from '../../../ui/fields/ZoneField.tsx';
import { takeSaved } from '../../../ui/fields/takeSaved.ts';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { useFields, type Fields } from '../../../ui/fields/useFields.ts';
import { LANGUAGES as OFFERED } from '../../../i18n/i18n.ts';
import { clientAddress, shownClientStatus } from '../columns.tsx';
import { PendingContact } from '../../../parts/PendingContact.tsx';
import { changesOf, type ClientValues, formOf, savedWords } from './values.ts';
import { rulesOf } from './rules.ts';
import { Beside, Halves, Rows } from '../../../ui/page/layout.tsx';

export function EditClientForm({ client }: { client: Client }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const [saved, setSaved] = useState(false);
  // The values at the opening of the form: later readings of the list change nothing under the writer's hands.
  const [before, setBefore] = useState(() => formOf(client));
  const fields = useFields<ClientValues>({
    rules: rulesOf(client, t),
    values: before,
  });
  const {
    formState: { isSubmitting, isDirty },
  } = fields;
  const address = clientAddress(client.clientId);
  useEffect(() => {
    if (saved) void navigate(address, { replace: true });
  }, [saved, navigate, address]);
  const leaving = useLeaveWarning(isDirty && !saved);

  const submit = fields.submit(async (form) => {
    const sent = { ...fields.getValues() };
    const changed = changesOf(before, form);
    const after = await call(clients.update, { clientId: client.clientId, ...changed });
    await renewSession().catch(() => undefined);
    await Promise.all(
      [clients.get, clients.list].map(({ path }) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
    toast.success(t(savedWords(changed, after)));
    setBefore(form);
    // Text typed during the save stays, unsaved.
    if (!takeSaved(fields, form, sent)) setSaved(true);
  });

  return (
    <Page
      title={t('clients.editTitle', { name: client.clientName })}
      back={{ to: address, label: client.clientName }}
    >
      <form noValidate onSubmit={submit}>
        <Beside aside={<ThisAccount client={client} />}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <ErrorSummary errors={fields.summary} />
          <WhoSection fields={fields} isCompany={client.accountType === 'COMPANY'} />
          <ContactSection fields={fields} client={client} before={before} />
          <AlertsSection fields={fields} />
        </Beside>
        <ActionBar note={t(isDirty ? 'settings.unsaved' : 'settings.allSaved')}>
          <Button variant="outlined" color="inherit" component={Link} to={address}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isSubmitting} disabled={!isDirty}>
            {t('clients.save')}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

/** The account as it is, beside what can be changed of it. */
function ThisAccount({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { units } = useFormat();
  return (
    <Section title={t('clients.thisAccount')}>
      <Facts
        rows={[
          [t('clients.status'), <StatusChip key="status" status={shownClientStatus(client)} />],
          [t('clients.level'), t(`roles.${client.accessLevel}`)],
          [t('clients.balance'), units(client.smsBalance)],
          client.parentId === null ? null : [t('clients.parent'), client.parentName],
          [
            t('clients.lastSignIn'),
            client.lastSignInTimestamp === null ? (
              t('list.never')
            ) : (
              <Time key="signed" at={client.lastSignInTimestamp} />
            ),
          ],
        ]}
      />
    </Section>
  );
}

type SectionProps = { fields: Fields<ClientValues> };

function WhoSection({ fields, isCompany }: SectionProps & { isCompany: boolean }) {
  const { t } = useTranslation();
  const optional = (name: string) => `${name} (${t('fields.optional')})`;
  return (
    <Section title={t('clients.who')}>
      <Rows>
        {isCompany && (
          <TextField
            {...fields.text('companyName')}
            label={t('fields.companyName')}
            input={{ maxLength: 120 }}
            autoComplete="off"
          />
        )}
        <Halves>
          <TextField
            {...fields.text('firstName')}
            label={t('fields.firstName')}
            input={{ maxLength: 80 }}
            autoComplete="off"
          />
          <TextField
            {...fields.text('lastName')}
            label={t('fields.lastName')}
            input={{ maxLength: 80 }}
            autoComplete="off"
          />
        </Halves>
        <Halves>
          <TextField
            {...fields.text('otherNames')}
            label={optional(t('fields.otherNames'))}
            input={{ maxLength: 80 }}
            autoComplete="off"
          />
          <TextField
            {...fields.text('website')}
            label={optional(t('fields.website'))}
            type="url"
            input={{ maxLength: 200, spellCheck: false }}
            autoComplete="off"
          />
        </Halves>
      </Rows>
    </Section>
  );
}

function ContactSection({
  fields,
  client,
  before,
}: SectionProps & { client: Client; before: ClientValues }) {
  const { t } = useTranslation();
  const country = useWatch({ control: fields.control, name: 'country' });
  const phoneHint = usePhoneHint(country);
  const isFixed = client.contactChange === 'NOT_ALLOWED';
  return (
    <Section title={t('clients.contact')}>
      <Rows isFluid>
        <PendingContact client={client} />
        <TextField
          {...fields.text('email')}
          label={t('fields.email')}
          type="email"
          disabled={isFixed}
          help={isFixed ? t('contact.notAllowed') : undefined}
          input={{ maxLength: 254, spellCheck: false }}
          autoComplete="off"
        />
        <Halves>
          <CountryField {...fields.text('country')} value={country} />
          <TextField
            {...fields.text('phone')}
            label={t('fields.phone')}
            type="tel"
            disabled={isFixed}
            help={isFixed ? t('contact.notAllowed') : phoneHint}
            input={{ maxLength: 40 }}
            autoComplete="off"
          />
        </Halves>
        <Halves>
          <ZoneField control={fields.control} name="timezone" label={t('fields.timezone')} />
          <SelectField control={fields.control} name="language" label={t('clients.language')}>
            {LANGUAGES.filter(
              (code) =>
                code === before.language || OFFERED.some((offered) => offered.code === code),
            ).map((code) => (
              <option key={code} value={code}>
                {t(`clients.languages.${code}`)}
              </option>
            ))}
          </SelectField>
        </Halves>
      </Rows>
    </Section>
  );
}

function AlertsSection({ fields }: SectionProps) {
  const { t } = useTranslation();
  const optional = (name: string) => `${name} (${t('fields.optional')})`;
  return (
    <Section title={t('clients.alertsTitle')}>
      <Rows>
        <TextField
          {...fields.text('lowUnitsNotifyLevel')}
          label={t('clients.lowUnits')}
          help={t('clients.lowUnitsHelp')}
          end={<InputAdornment position="end">{t('unitNames.units')}</InputAdornment>}
          input={{ inputMode: 'decimal', maxLength: 14 }}
          autoComplete="off"
        />
        <Halves>
          <TextField
            {...fields.text('emailAlerts')}
            label={optional(t('clients.emailAlerts'))}
            help={t('settings.emailAlertsHelp')}
            multiline
            input={{ spellCheck: false }}
            autoComplete="off"
          />
          <TextField
            {...fields.text('smsAlerts')}
            label={optional(t('clients.smsAlerts'))}
            help={t('settings.smsAlertsHelp')}
            multiline
            input={{ spellCheck: false }}
            autoComplete="off"
          />
        </Halves>
      </Rows>
    </Section>
  );
}
