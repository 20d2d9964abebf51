import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { accounts } from '../../contract/api/accounts.ts';
import type { ACCOUNT_TYPES } from '../../contract/api/client-fields.ts';
import type { Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../api/call.ts';
import { CallError } from '../api/request.ts';
import { ErrorSummary } from '../ui/fields/ErrorSummary.tsx';
import { Facts } from '../ui/page/Page.tsx';
import { CountryField, usePhoneHint } from '../ui/fields/PhoneFields.tsx';
import { phoneWithPrefix } from '../ui/fields/phoneWithPrefix.ts';
import { companyNamed, ownerRules, personRules, phoneFits } from '../ui/fields/rules.ts';
import { PasswordField, TextField } from '../ui/fields/TextField.tsx';
import { useFields } from '../ui/fields/useFields.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Frame } from './Frame.tsx';
import { AccountTypeField } from '../parts/clients/AccountTypeField.tsx';
import { arrive } from './arrive.ts';
import type { Entered } from './enter.ts';
import { Halves, Rows } from '../ui/page/layout.tsx';

type Invitation = Output<typeof accounts.invitation>;

/** The page of an invitation: its sender, its role, and the account's first details. */
export function Join({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [refusal, setRefusal] = useState<{ message: string; gone: boolean } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (token === '') return;
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

  if (token === '') {
    return (
      <Frame title={t('auth.join.gone')} text={t('auth.join.goneText')}>
        <Alert severity="error">{t('auth.linkIncomplete')}</Alert>
      </Frame>
    );
  }
  if (refusal !== null) {
    return (
      <Frame
        title={refusal.gone ? t('auth.join.gone') : t('auth.brokenTitle')}
        text={refusal.gone ? t('auth.join.goneText') : undefined}
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
      <Frame title={t('auth.join.loading')} back={false}>
        <Rows role="status" aria-label={t('loading')}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} variant="rounded" height={44} />
          ))}
        </Rows>
      </Frame>
    );
  }
  return <Accept token={token} invitation={invitation} onSignedIn={onSignedIn} />;
}

type Form = {
  accountType: (typeof ACCOUNT_TYPES)[number];
  companyName: string;
  firstName: string;
  lastName: string;
  country: string;
  phone: string;
  password: string;
};

type AcceptProps = { token: string; invitation: Invitation; onSignedIn: Entered };

function Accept({ token, invitation, onSignedIn }: AcceptProps) {
  const { t } = useTranslation();
  const { brandName: brand, inviterName: inviter, email } = invitation;
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: {
      accountType: invitation.accountType,
      companyName: invitation.companyName ?? '',
      firstName: invitation.firstName ?? '',
      lastName: invitation.lastName ?? '',
      country: invitation.country,
      phone: invitation.phone ?? '',
      password: '',
    },
  });
  const {
    control,
    formState: { isSubmitting },
  } = fields;
  const [accountType, country] = useWatch({ control, name: ['accountType', 'country'] });
  const phoneHint = usePhoneHint(country);

  const submit = fields.submit(async ({ companyName, ...form }) => {
    await call(accounts.join, {
      ...form,
      token,
      phone: phoneWithPrefix(form.phone, form.country),
      language: currentLanguage(),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(form.accountType === 'COMPANY' ? { companyName } : {}),
    });
    const typed = { username: email, password: form.password };
    await arrive({ page: '/join_success', brand, email }, typed, onSignedIn);
  });

  return (
    <Frame title={t('auth.join.title', { brand })} text={t('auth.join.text', { inviter })}>
      <Facts
        rows={[
          [t('fields.email'), email],
          [t('auth.join.role'), t(`roles.${invitation.accessLevel}`)],
        ]}
      />
      <Rows component="form" noValidate onSubmit={submit}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <ErrorSummary errors={fields.summary} />
        <AccountTypeField control={control} name="accountType" />
        {accountType === 'COMPANY' && (
          <TextField
            {...fields.text('companyName')}
            label={t('fields.companyName')}
            autoComplete="organization"
            input={{ maxLength: 120 }}
          />
        )}
        <Halves>
          <TextField
            {...fields.text('firstName')}
            label={t('fields.firstName')}
            autoComplete="given-name"
            input={{ maxLength: 80 }}
          />
          <TextField
            {...fields.text('lastName')}
            label={t('fields.lastName')}
            autoComplete="family-name"
            input={{ maxLength: 80 }}
          />
        </Halves>
        <CountryField {...fields.text('country')} value={country} />
        <TextField
          {...fields.text('phone')}
          label={t('fields.phone')}
          type="tel"
          autoComplete="tel"
          help={phoneHint}
          input={{ maxLength: 40 }}
        />
        <PasswordField
          {...fields.text('password')}
          label={t('fields.password')}
          autoComplete="new-password"
          help={t('fields.passwordHelp')}
        />
        <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
          {t('auth.join.submit', { brand })}
        </Button>
      </Rows>
    </Frame>
  );
}

function rulesOf(t: TFunction) {
  const { firstName, lastName, phone, country, password } = personRules(t);
  const { accountType, companyName } = ownerRules;
  return z
    .object({ firstName, lastName, phone, country, password, accountType, companyName })
    .check(companyNamed(t), phoneFits(t));
}
