import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { accounts } from '../../contract/api/accounts.ts';
import type { Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../api/call.ts';
import { CallError } from '../api/request.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { placeRefusal, summaryOf } from '../ui/formErrors.ts';
import { Facts } from '../ui/Page.tsx';
import { CountryField, usePhoneHint } from '../ui/PhoneFields.tsx';
import { phoneWithPrefix } from '../ui/phoneWithPrefix.ts';
import { personRules } from '../ui/rules.ts';
import { PasswordField, TextField } from '../ui/TextField.tsx';
import { currentLanguage } from '../i18n/i18n.ts';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { noteArrival } from './activation-state.ts';

type Invitation = Output<typeof accounts.invitation>;

/** The page of an invitation: its sender, its role, and the account's first details. */
export function Join() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [refusal, setRefusal] = useState<{ message: string; gone: boolean } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    setRefusal(null);
    call(accounts.invitation, { token }, { signal: left.signal }).then(
      setInvitation,
      (failure: unknown) => {
        if (!left.signal.aborted)
          setRefusal({
            message: messageOf(failure),
            gone: failure instanceof CallError && failure.status >= 400 && failure.status < 500,
          });
      },
    );
    return () => left.abort();
  }, [token, tries]);

  if (refusal !== null) {
    return (
      <Frame
        title={refusal.gone ? t('entrance.join.gone') : t('entrance.brokenTitle')}
        text={refusal.gone ? t('entrance.join.goneText') : undefined}
      >
        <Alert
          severity="error"
          action={
            !refusal.gone && (
              <Button size="small" color="inherit" onClick={() => setTries(tries + 1)}>
                {t('common.tryAgain')}
              </Button>
            )
          }
        >
          {refusal.message}
        </Alert>
      </Frame>
    );
  }
  if (invitation === null) {
    return (
      <Frame title={t('entrance.join.loading')} back={false}>
        <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 5 }}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} variant="rounded" height={44} />
          ))}
        </Box>
      </Frame>
    );
  }
  return <Accept token={token} invitation={invitation} />;
}

type Form = {
  companyName: string;
  firstName: string;
  lastName: string;
  country: string;
  phone: string;
  password: string;
};
const NAMES = ['companyName', 'firstName', 'lastName', 'country', 'phone', 'password'] as const;

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const { brandName: brand, inviterName: inviter, accountType, email } = invitation;
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Form>({
    resolver: standardSchemaResolver(rulesOf(t, accountType === 'COMPANY')),
    defaultValues: {
      companyName: invitation.companyName ?? '',
      firstName: invitation.firstName ?? '',
      lastName: invitation.lastName ?? '',
      country: invitation.country,
      phone: invitation.phone ?? '',
      password: '',
    },
  });
  const country = useWatch({ control, name: 'country' });
  const phoneHint = usePhoneHint(country);

  const submit = handleSubmit(async ({ companyName, ...form }) => {
    setRefusal(null);
    try {
      await call(accounts.join, {
        ...form,
        token,
        phone: phoneWithPrefix(form.phone, form.country),
        language: currentLanguage(),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(companyName.trim() === '' ? {} : { companyName }),
      });
      noteArrival({ page: '/join_success', brand, email });
      goTo('/join_success', { replace: true });
    } catch (failure) {
      if (!placeRefusal<Form>(failure, NAMES, setError)) setRefusal(messageOf(failure));
    }
  });

  return (
    <Frame title={t('entrance.join.title', { brand })} text={t('entrance.join.text', { inviter })}>
      <Facts
        rows={[
          [t('fields.email'), email],
          [t('entrance.join.role'), t(`roles.${invitation.accessLevel}`)],
        ]}
      />
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gap: 5 }}
      >
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        <ErrorSummary errors={summaryOf(errors, NAMES)} />
        {accountType === 'COMPANY' && (
          <TextField
            field={register('companyName')}
            label={t('fields.companyName')}
            autoComplete="organization"
            error={errors.companyName?.message}
            input={{ maxLength: 120 }}
          />
        )}
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
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
        </Box>
        <CountryField field={register('country')} value={country} error={errors.country?.message} />
        <TextField
          field={register('phone')}
          label={t('fields.phone')}
          type="tel"
          autoComplete="tel"
          help={phoneHint}
          error={errors.phone?.message}
          input={{ maxLength: 40 }}
        />
        <PasswordField
          field={register('password')}
          label={t('fields.password')}
          autoComplete="new-password"
          help={t('fields.passwordHelp')}
          error={errors.password?.message}
        />
        <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
          {t('entrance.join.submit', { brand })}
        </Button>
      </Box>
    </Frame>
  );
}

function rulesOf(t: TFunction, company: boolean) {
  const { firstName, lastName, phone, country, password, filled } = personRules(t);
  return z.object({
    firstName,
    lastName,
    phone,
    country,
    password,
    companyName: company ? filled(t('fields.missing.companyName')) : z.string(),
  });
}
