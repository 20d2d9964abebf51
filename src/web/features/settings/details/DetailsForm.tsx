import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { type Client, splitEmails } from '../../../../contract/api/client-fields.ts';
import { clients } from '../../../../contract/api/clients.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { messageOf, renewSession } from '../../../api/call.ts';
import { PendingContact } from '../../../parts/PendingContact.tsx';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { placeRefusal, summaryOf } from '../../../ui/formErrors.ts';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { CountryField, usePhoneHint } from '../../../ui/PhoneFields.tsx';
import { phoneWithPrefix } from '../../../ui/phoneWithPrefix.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useLeaveWarning } from '../../../ui/useLeaveWarning.tsx';
import { LANGUAGES as OFFERED } from '../../../i18n/i18n.ts';
import { AppearanceSection } from '../AppearanceSection.tsx';
import { PictureSection } from '../PictureSection.tsx';
import { TestMailSection } from '../TestMailSection.tsx';
import { type DetailsValues, fieldName, NAMES, optional, valuesOf, zonesWith } from './values.ts';
import { useFreedom } from './useFreedom.ts';
import { rulesOf } from './rules.ts';

const FORM = 'details';

export function DetailsForm({ client }: { client: Client }) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const confined = me.clientStatus === 'SHOULD_UPDATE_DETAILS';
  const company = client.accountType === 'COMPANY';
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    register,
    control,
    handleSubmit,
    reset,
    setError,
    formState: { errors, isDirty, dirtyFields },
  } = useForm<DetailsValues>({
    resolver: standardSchemaResolver(rulesOf(t, company)),
    defaultValues: valuesOf(client),
  });
  const country = useWatch({ control, name: 'country' });
  const phoneHint = usePhoneHint(country);
  const update = useSend(clients.update, {
    changes: [clients.get, auth.me],
    failed: () => undefined,
  });
  const leaving = useLeaveWarning(isDirty);
  useFreedom(confined, isDirty);

  const submit = handleSubmit(async (form) => {
    setRefusal(null);
    const list = (text: string) => splitEmails(text);
    const all: Omit<Input<typeof clients.update>, 'clientId'> = {
      ...form,
      phone: phoneWithPrefix(form.phone, form.country),
      emailAlerts: list(form.emailAlerts),
      smsAlerts: list(form.smsAlerts).map((phone) => phoneWithPrefix(phone, form.country)),
      lowUnitsNotifyLevel: Number(form.lowUnitsNotifyLevel),
    };
    // Only what was changed: what is left out stays as it is, even where somebody else has just changed it.
    const changed = Object.fromEntries(
      Object.entries(all).filter(([name]) => dirtyFields[name as keyof DetailsValues]),
    ) as typeof all;
    try {
      const saved = await update.mutateAsync({ clientId: client.clientId, ...changed });
      await renewSession().catch(() => undefined);
      reset(valuesOf(saved));
      const isWaiting =
        (changed.email !== undefined && saved.pendingEmail !== null) ||
        (changed.phone !== undefined && saved.pendingPhone !== null);
      toast.success(t(isWaiting ? 'contact.saved' : 'settings.saved'));
    } catch (failure) {
      if (!placeRefusal<DetailsValues>(failure, NAMES, setError)) setRefusal(messageOf(failure));
    }
  });

  const half = {
    display: 'grid',
    gap: 5,
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  };
  const missing = client.missingDetails.map((name) => fieldName(t, name)).join(', ');
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box
          component="form"
          id={FORM}
          noValidate
          onSubmit={(event) => void submit(event)}
          sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {confined && (
            <Alert severity="warning">
              <AlertTitle>{t('settings.due')}</AlertTitle>
              {t('settings.dueText', { fields: missing })}
            </Alert>
          )}
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary errors={summaryOf(errors, NAMES)} />
          <Section title={company ? t('settings.company') : t('settings.person')}>
            <Box sx={half}>
              {company && (
                <Box sx={{ gridColumn: '1 / -1' }}>
                  <TextField
                    field={register('companyName')}
                    label={t('fields.companyName')}
                    autoComplete="organization"
                    error={errors.companyName?.message}
                    input={{ maxLength: 120 }}
                  />
                </Box>
              )}
              <TextField
                field={register('firstName')}
                label={t('fields.firstName')}
                autoComplete="given-name"
                error={errors.firstName?.message}
                input={{ maxLength: 80 }}
              />
              <TextField
                field={register('lastName')}
                label={t('fields.lastName')}
                autoComplete="family-name"
                error={errors.lastName?.message}
                input={{ maxLength: 80 }}
              />
              <TextField
                field={register('otherNames')}
                label={optional(t, t('fields.otherNames'))}
                autoComplete="additional-name"
                error={errors.otherNames?.message}
                input={{ maxLength: 80 }}
              />
              <TextField
                field={register('website')}
                label={optional(t, t('fields.website'))}
                type="url"
                autoComplete="url"
                error={errors.website?.message}
                input={{ maxLength: 200 }}
              />
            </Box>
          </Section>
          <Section title={t('settings.reach')}>
            {(client.pendingEmail !== null || client.pendingPhone !== null) && (
              <Box sx={{ mb: 5 }}>
                <PendingContact client={client} />
              </Box>
            )}
            <Box sx={half}>
              <TextField
                field={register('email')}
                label={t('fields.email')}
                type="email"
                autoComplete="email"
                disabled={me.impersonated}
                help={me.impersonated ? t('contact.notAllowed') : undefined}
                error={errors.email?.message}
                input={{ maxLength: 254, spellCheck: false }}
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
                autoComplete="tel"
                disabled={me.impersonated}
                help={me.impersonated ? t('contact.notAllowed') : phoneHint}
                error={errors.phone?.message}
                input={{ maxLength: 40 }}
              />
              <Controller
                name="timezone"
                control={control}
                render={({ field }) => (
                  <FormField
                    id="timezone"
                    label={t('fields.timezone')}
                    error={errors.timezone?.message}
                  >
                    {(parts) => (
                      <Select
                        native
                        value={field.value}
                        onChange={field.onChange}
                        onBlur={field.onBlur}
                        inputRef={field.ref}
                        input={<OutlinedInput />}
                        inputProps={{
                          id: parts.id,
                          name: field.name,
                          'aria-describedby': parts['aria-describedby'],
                        }}
                      >
                        {zonesWith(client.timezone).map((zone) => (
                          <option key={zone} value={zone}>
                            {zone.replaceAll('_', ' ')}
                          </option>
                        ))}
                      </Select>
                    )}
                  </FormField>
                )}
              />
              <Controller
                name="language"
                control={control}
                render={({ field }) => (
                  <FormField
                    id="language"
                    label={t('settings.accountLanguage')}
                    help={t('settings.languageHelp')}
                    error={errors.language?.message}
                  >
                    {(parts) => (
                      <Select
                        native
                        value={field.value}
                        onChange={field.onChange}
                        onBlur={field.onBlur}
                        inputRef={field.ref}
                        input={<OutlinedInput />}
                        inputProps={{
                          id: parts.id,
                          name: field.name,
                          'aria-describedby': parts['aria-describedby'],
                        }}
                      >
                        {OFFERED.map(({ code, name }) => (
                          <option key={code} value={code} lang={code}>
                            {name}
                          </option>
                        ))}
                      </Select>
                    )}
                  </FormField>
                )}
              />
            </Box>
          </Section>
          <Section title={t('settings.alerts')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              <TextField
                field={register('emailAlerts')}
                label={t('settings.emailAlerts')}
                help={t('settings.emailAlertsHelp')}
                error={errors.emailAlerts?.message}
                multiline
                input={{ spellCheck: false }}
              />
              <TextField
                field={register('smsAlerts')}
                label={t('settings.smsAlerts')}
                help={t('settings.smsAlertsHelp')}
                error={errors.smsAlerts?.message}
                multiline
                input={{ spellCheck: false }}
              />
              <Box sx={{ maxWidth: 320 }}>
                <TextField
                  field={register('lowUnitsNotifyLevel')}
                  label={t('settings.lowUnits')}
                  help={t('settings.lowUnitsHelp')}
                  error={errors.lowUnitsNotifyLevel?.message}
                  input={{ inputMode: 'decimal' }}
                />
              </Box>
            </Box>
          </Section>
          <Section title={t('settings.writing')}>
            <Controller
              name="replaceLookalikes"
              control={control}
              render={({ field }) => (
                <Box>
                  <FormControlLabel
                    control={
                      <Switch
                        checked={field.value}
                        onChange={field.onChange}
                        onBlur={field.onBlur}
                        slotProps={{
                          input: {
                            id: 'replaceLookalikes',
                            'aria-describedby': 'replaceLookalikes-said',
                          },
                        }}
                      />
                    }
                    label={t('bill.byItself')}
                  />
                  <FormHelperText id="replaceLookalikes-said" sx={{ mt: 0 }}>
                    {t('settings.lookalikesHelp')}
                  </FormHelperText>
                </Box>
              )}
            />
          </Section>
        </Box>
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <PictureSection client={client} />
          <AppearanceSection />
          {reachOf(me.clientAccessLevel, 'clients.testSmtp') !== undefined && (
            <TestMailSection first={client.email ?? ''} />
          )}
        </Box>
      </Box>
      <ActionBar note={isDirty ? t('settings.unsaved') : t('settings.allSaved')}>
        <Button
          color="inherit"
          variant="outlined"
          disabled={!isDirty || update.isPending}
          onClick={() => {
            reset(valuesOf(client));
            setRefusal(null);
          }}
        >
          {t('settings.discard')}
        </Button>
        <Button
          type="submit"
          form={FORM}
          variant="contained"
          disabled={!isDirty}
          loading={update.isPending}
        >
          {t('settings.save')}
        </Button>
      </ActionBar>
      {leaving}
    </>
  );
}
