import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { OTP_CHANNELS } from '../../contract/api/auth.ts';
import type { ACCOUNT_TYPES } from '../../contract/api/client-fields.ts';
import { AccountTypeField } from '../parts/clients/AccountTypeField.tsx';
import { accounts } from '../../contract/api/accounts.ts';
import { CallError } from '../api/request.ts';
import { ErrorSummary } from '../ui/fields/ErrorSummary.tsx';
import { CountryField, usePhoneHint } from '../ui/fields/PhoneFields.tsx';
import { phoneWithPrefix } from '../ui/fields/phoneWithPrefix.ts';
import { companyNamed, ownerRules, personRules, phoneFits } from '../ui/fields/rules.ts';
import { PasswordField, TextField } from '../ui/fields/TextField.tsx';
import { useFields } from '../ui/fields/useFields.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { callProven } from './callProven.ts';
import { AuthLink } from './AuthLink.tsx';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { keepActivation, keepTyped } from './activation-state.ts';
import { Halves, Rows } from '../ui/page/layout.tsx';

type Form = {
  accountType: (typeof ACCOUNT_TYPES)[number];
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  phone: string;
  password: string;
  otpChannel: (typeof OTP_CHANNELS)[number];
};

const OTHER_CHANNEL = { SMS: 'EMAIL', EMAIL: 'SMS' } as const;

/** Registration of a new account. */
export function Register() {
  const { t } = useTranslation();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: {
      accountType: 'INDIVIDUAL',
      companyName: '',
      firstName: '',
      lastName: '',
      email: '',
      country: 'KE',
      phone: '',
      password: '',
      otpChannel: 'SMS',
    },
  });
  const {
    control,
    formState: { isSubmitting },
  } = fields;
  const [accountType, country, otpChannel] = useWatch({
    control,
    name: ['accountType', 'country', 'otpChannel'],
  });
  const phoneHint = usePhoneHint(country);

  const submit = fields.submit(async ({ companyName, ...form }) => {
    try {
      const { tempJwt, otpChannel } = await callProven(accounts.register, {
        ...form,
        email: form.email.trim(),
        phone: phoneWithPrefix(form.phone, form.country),
        language: currentLanguage(),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(form.accountType === 'COMPANY' ? { companyName } : {}),
      });
      const username = form.email.trim();
      keepActivation({ tempJwt, username, otpChannel });
      keepTyped({ username, password: form.password });
      goTo('/otp');
    } catch (failure) {
      const isAnswer = failure instanceof CallError && failure.code !== '' && failure.status > 0;
      if (isAnswer) fields.failed(failure);
      else fields.setRefusal(t('auth.register.later'));
    }
  });

  return (
    <Frame title={t('auth.register.title')} text={t('auth.register.text')} back={false}>
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
        <TextField
          {...fields.text('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="email"
          input={{ maxLength: 254, spellCheck: false }}
        />
        <Halves>
          <CountryField {...fields.text('country')} value={country} />
          <TextField
            {...fields.text('phone')}
            label={t('fields.phone')}
            type="tel"
            autoComplete="tel"
            help={phoneHint}
            input={{ maxLength: 40 }}
          />
        </Halves>
        <PasswordField
          {...fields.text('password')}
          label={t('fields.password')}
          autoComplete="new-password"
          help={t('fields.passwordHelp')}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
          <Typography>{t(`auth.register.codeBy.${otpChannel}`)}</Typography>
          <Button
            size="small"
            onClick={() => fields.setValue('otpChannel', OTHER_CHANNEL[otpChannel])}
          >
            {t(`auth.register.codeInstead.${OTHER_CHANNEL[otpChannel]}`)}
          </Button>
        </Box>
        <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
          {isSubmitting ? t('auth.register.submitting') : t('auth.register.submit')}
        </Button>
        <Typography>
          {`${t('auth.register.have')} `}
          <AuthLink to="/">{t('auth.signIn')}</AuthLink>
        </Typography>
      </Rows>
    </Frame>
  );
}

function rulesOf(t: TFunction) {
  const { filled: _filled, ...person } = personRules(t);
  return z
    .object({ ...person, ...ownerRules, otpChannel: z.enum(OTP_CHANNELS) })
    .check(companyNamed(t), phoneFits(t));
}
