import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type Client, LANGUAGES } from '../../../../contract/api/client-fields.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { queries } from '../../../parts/queries.ts';
import { call, messageOf, renewSession } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { placeRefusal, summaryOf } from '../../../ui/formErrors.ts';
import { FormField } from '../../../ui/FormField.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { CountryField, usePhoneHint } from '../../../ui/PhoneFields.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useLeaveWarning } from '../../../ui/useLeaveWarning.tsx';
import { LANGUAGES as OFFERED } from '../../../i18n/i18n.ts';
import { clientAddress } from '../columns.tsx';
import { PendingContact } from '../../../parts/PendingContact.tsx';
import { changesOf, type ClientValues, formOf, NAMES, savedWords } from './values.ts';
import { rulesOf, zonesWith } from './rules.ts';

export function EditClientForm({ client }: { client: Client }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  // As it was when the form was opened: what the list learns meanwhile changes nothing under the writer's hands.
  const [before] = useState(() => formOf(client));
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<ClientValues>({
    resolver: standardSchemaResolver(rulesOf(client, t)),
    defaultValues: before,
  });
  const country = useWatch({ control, name: 'country' });
  const phoneHint = usePhoneHint(country);
  const isFixed = client.contactChange === 'NOT_ALLOWED';
  const address = clientAddress(client.clientId);
  useEffect(() => {
    if (saved) void navigate(address, { replace: true });
  }, [saved, navigate, address]);
  const leaving = useLeaveWarning(isDirty && !saved);

  const submit = handleSubmit(async (form) => {
    setRefusal(null);
    try {
      const changed = changesOf(before, form);
      const after = await call(clients.update, { clientId: client.clientId, ...changed });
      await renewSession().catch(() => undefined);
      await Promise.all(
        [clients.get, clients.list].map(({ path }) =>
          queries.invalidateQueries({ queryKey: [path] }),
        ),
      );
      toast.success(t(savedWords(changed, after)));
      setSaved(true);
    } catch (failure) {
      if (!placeRefusal<ClientValues>(failure, NAMES, setError)) setRefusal(messageOf(failure));
    }
  });

  const company = client.accountType === 'COMPANY';
  const optional = (name: string) => `${name} (${t('fields.optional')})`;
  return (
    <Page
      title={t('clients.editTitle', { name: client.clientName })}
      back={{ to: address, label: client.clientName }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, maxWidth: 680 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary errors={summaryOf(errors)} />
          <Section title={t('clients.who')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              {company && (
                <TextField
                  field={register('companyName')}
                  label={t('fields.companyName')}
                  error={errors.companyName?.message}
                  input={{ maxLength: 120 }}
                  autoComplete="off"
                />
              )}
              <Box
                sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
              >
                <TextField
                  field={register('firstName')}
                  label={t('fields.firstName')}
                  error={errors.firstName?.message}
                  input={{ maxLength: 80 }}
                  autoComplete="off"
                />
                <TextField
                  field={register('lastName')}
                  label={t('fields.lastName')}
                  error={errors.lastName?.message}
                  input={{ maxLength: 80 }}
                  autoComplete="off"
                />
              </Box>
              <TextField
                field={register('otherNames')}
                label={optional(t('fields.otherNames'))}
                error={errors.otherNames?.message}
                input={{ maxLength: 80 }}
                autoComplete="off"
              />
              <TextField
                field={register('website')}
                label={optional(t('fields.website'))}
                type="url"
                error={errors.website?.message}
                input={{ maxLength: 200, spellCheck: false }}
                autoComplete="off"
              />
            </Box>
          </Section>
          <Section title={t('clients.contact')}>
            <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
              <PendingContact client={client} />
              <TextField
                field={register('email')}
                label={t('fields.email')}
                type="email"
                disabled={isFixed}
                help={isFixed ? t('contact.notAllowed') : undefined}
                error={errors.email?.message}
                input={{ maxLength: 254, spellCheck: false }}
                autoComplete="off"
              />
              <CountryField
                field={register('country')}
                value={country}
                error={errors.country?.message}
              />
              <TextField
                field={register('phone')}
                label={t('fields.phone')}
                type="tel"
                disabled={isFixed}
                help={isFixed ? t('contact.notAllowed') : phoneHint}
                error={errors.phone?.message}
                input={{ maxLength: 40 }}
                autoComplete="off"
              />
              <Box
                sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
              >
                <FormField
                  id="timezone"
                  label={t('fields.timezone')}
                  error={errors.timezone?.message}
                >
                  {(parts) => (
                    <Select
                      native
                      defaultValue={before.timezone}
                      input={<OutlinedInput />}
                      inputProps={{ ...register('timezone'), id: parts.id }}
                    >
                      {zonesWith(before.timezone).map((zone) => (
                        <option key={zone} value={zone}>
                          {zone.replaceAll('_', ' ')}
                        </option>
                      ))}
                    </Select>
                  )}
                </FormField>
                <FormField
                  id="language"
                  label={t('clients.language')}
                  error={errors.language?.message}
                >
                  {(parts) => (
                    <Select
                      native
                      defaultValue={before.language}
                      input={<OutlinedInput />}
                      inputProps={{ ...register('language'), id: parts.id }}
                    >
                      {LANGUAGES.filter(
                        (code) =>
                          code === before.language ||
                          OFFERED.some((offered) => offered.code === code),
                      ).map((code) => (
                        <option key={code} value={code}>
                          {t(`clients.languages.${code}`)}
                        </option>
                      ))}
                    </Select>
                  )}
                </FormField>
              </Box>
            </Box>
          </Section>
          <Section title={t('clients.alertsTitle')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              <TextField
                field={register('lowUnitsNotifyLevel')}
                label={t('clients.lowUnits')}
                help={t('clients.lowUnitsHelp')}
                error={errors.lowUnitsNotifyLevel?.message}
                input={{ inputMode: 'decimal', maxLength: 14 }}
                autoComplete="off"
              />
              <TextField
                field={register('emailAlerts')}
                label={optional(t('clients.emailAlerts'))}
                help={t('clients.emailAlertsHelp')}
                error={errors.emailAlerts?.message}
                multiline
                input={{ spellCheck: false }}
                autoComplete="off"
              />
              <TextField
                field={register('smsAlerts')}
                label={optional(t('clients.smsAlerts'))}
                help={t('clients.emailAlertsHelp')}
                error={errors.smsAlerts?.message}
                multiline
                input={{ spellCheck: false }}
                autoComplete="off"
              />
            </Box>
          </Section>
        </Box>
        <ActionBar note={isDirty ? undefined : t('clients.nothingChanged')}>
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
