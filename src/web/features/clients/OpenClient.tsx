import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { clients } from '../../../contract/api/clients.ts';
import { queries, useGet, useMe } from '../../parts/queries.ts';
import { call, messageOf } from '../../api/call.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { ClientPicker } from '../../parts/ClientPicker.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { placeRefusal, summaryOf } from '../../ui/formErrors.ts';
import { FormField } from '../../ui/FormField.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { CountryField, usePhoneHint } from '../../ui/PhoneFields.tsx';
import { phoneWithPrefix } from '../../ui/phoneWithPrefix.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useLeaveWarning } from '../../ui/useLeaveWarning.tsx';
import { currentLanguage, LANGUAGES as OFFERED } from '../../i18n/i18n.ts';
import { AccountTypeField } from './AccountTypeField.tsx';
import { clientAddress } from './columns.tsx';
import { choosesParent, mayStandUnder } from './standing.ts';
import { type Kind, type Form, rulesOf, NAMES } from './openClientForm.ts';

/** Opens an account for somebody else: by an invitation, which leaves the rest to them, or whole, with a temporary password. */
export function OpenClient({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const toast = useToast();
  const [parameters] = useSearchParams();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const levels = MAY_CREATE[me.clientAccessLevel];
  const {
    register,
    control,
    handleSubmit,
    setError,
    setValue,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<Form>({
    resolver: standardSchemaResolver(rulesOf(kind, t)),
    defaultValues: {
      accessLevel: levels.includes('CLIENT') ? 'CLIENT' : levels[0],
      parentId: null,
      accountType: 'COMPANY',
      companyName: '',
      firstName: '',
      lastName: '',
      email: '',
      country: me.country,
      phone: '',
      language: currentLanguage(),
    },
  });
  const [accessLevel, accountType, country] = useWatch({
    control,
    name: ['accessLevel', 'accountType', 'country'],
  });
  const phoneHint = usePhoneHint(country);
  const chooses = choosesParent(me.clientAccessLevel);

  // From the page of the client under which it is to stand.
  const under = chooses ? parameters.get('under') : null;
  const parent = useGet(clients.get, { clientId: under ?? '' }, { when: under !== null });
  useEffect(() => {
    if (!parent.data) return;
    setValue('parentId', parent.data);
    const [first] = MAY_CREATE[parent.data.accessLevel];
    if (first && !mayStandUnder('CLIENT', parent.data)) setValue('accessLevel', first);
  }, [parent.data, setValue]);

  useEffect(() => {
    if (opened !== null) void navigate(clientAddress(opened), { replace: true });
  }, [opened, navigate]);
  const leaving = useLeaveWarning(isDirty && opened === null);

  const submit = handleSubmit(
    async ({
      parentId: chosen,
      accountType: type,
      email,
      phone,
      companyName,
      firstName,
      lastName,
      ...rest
    }) => {
      setRefusal(null);
      const written = phone === '' ? {} : { phone: phoneWithPrefix(phone, rest.country) };
      const input = {
        ...rest,
        accountType: type,
        email,
        ...written,
        ...(type === 'COMPANY' && companyName !== '' && { companyName }),
        ...(firstName !== '' && { firstName }),
        ...(lastName !== '' && { lastName }),
        ...(chosen && { parentId: chosen.clientId }),
      };
      try {
        const { clientId, sentBy } =
          kind === 'invite'
            ? await call(clients.invite, input)
            : await call(clients.create, {
                ...input,
                firstName,
                lastName,
                phone: phoneWithPrefix(phone, rest.country),
              });
        await queries.invalidateQueries({ queryKey: [clients.list.path] });
        toast.success(t(`clients.${kind === 'invite' ? 'invited' : 'made'}.${sentBy}`, { email }));
        setOpened(clientId);
      } catch (failure) {
        if (!placeRefusal<Form>(failure, NAMES, setError)) setRefusal(messageOf(failure));
      }
    },
  );

  return (
    <Page
      title={t(`clients.${kind}Title`)}
      purpose={t(`clients.${kind}Purpose`)}
      back={{ to: '/dashboard/clients', label: t('clients.back') }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, maxWidth: 680 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary errors={summaryOf(errors)} />
          <Section title={t('clients.access')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              <FormField
                id="accessLevel"
                label={t('clients.level')}
                help={t(`clients.levelHelp.${accessLevel}`)}
                error={errors.accessLevel?.message}
              >
                {(parts) => (
                  <Select
                    native
                    defaultValue={accessLevel}
                    input={<OutlinedInput />}
                    inputProps={{
                      ...register('accessLevel'),
                      id: parts.id,
                      'aria-describedby': parts['aria-describedby'],
                    }}
                  >
                    {levels.map((level) => (
                      <option key={level} value={level}>
                        {t(`roles.${level}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </FormField>
              {chooses && (
                <Controller
                  name="parentId"
                  control={control}
                  render={({ field }) => (
                    <ClientPicker
                      id="parentId"
                      label={t('clients.under')}
                      help={t('clients.underHelp')}
                      error={errors.parentId?.message}
                      value={field.value}
                      onChange={field.onChange}
                      fits={(client) =>
                        client.clientId !== me.clientId && mayStandUnder(accessLevel, client)
                      }
                      nobody={
                        me.clientAccessLevel === 'ADMINISTRATOR'
                          ? t('clients.underRoot')
                          : t('clients.underSelf')
                      }
                    />
                  )}
                />
              )}
            </Box>
          </Section>
          <Section title={t('clients.who')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              <AccountTypeField control={control} name="accountType" />
              {accountType === 'COMPANY' && (
                <TextField
                  field={register('companyName')}
                  label={label(t('fields.companyName'), kind === 'create', t)}
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
                  label={label(t('fields.firstName'), kind === 'create', t)}
                  error={errors.firstName?.message}
                  input={{ maxLength: 80 }}
                  autoComplete="off"
                />
                <TextField
                  field={register('lastName')}
                  label={label(t('fields.lastName'), kind === 'create', t)}
                  error={errors.lastName?.message}
                  input={{ maxLength: 80 }}
                  autoComplete="off"
                />
              </Box>
            </Box>
          </Section>
          <Section title={t('clients.contact')}>
            <Box sx={{ display: 'grid', gap: 5 }}>
              <TextField
                field={register('email')}
                label={t('fields.email')}
                type="email"
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
                label={label(t('fields.phone'), kind === 'create', t)}
                type="tel"
                help={phoneHint}
                error={errors.phone?.message}
                input={{ maxLength: 40 }}
                autoComplete="off"
              />
              <FormField
                id="language"
                label={t('clients.language')}
                error={errors.language?.message}
              >
                {(parts) => (
                  <Select
                    native
                    defaultValue={currentLanguage()}
                    input={<OutlinedInput />}
                    inputProps={{ ...register('language'), id: parts.id }}
                  >
                    {OFFERED.map(({ code }) => (
                      <option key={code} value={code}>
                        {t(`clients.languages.${code}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </FormField>
            </Box>
          </Section>
        </Box>
        <ActionBar note={kind === 'invite' ? t('clients.inviteOptional') : undefined}>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/clients">
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isSubmitting}>
            {t(`clients.${kind}Submit`)}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

function label(name: string, needed: boolean, t: TFunction): string {
  return needed ? name : `${name} (${t('fields.optional')})`;
}
