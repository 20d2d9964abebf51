import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AccountTypeField } from '../../parts/clients/AccountTypeField.tsx';
import { CountryField, usePhoneHint } from '../../ui/fields/PhoneFields.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { Fields } from '../../ui/fields/useFields.ts';
import { LANGUAGES as OFFERED } from '../../i18n/i18n.ts';
import type { Form, Kind } from './openClientForm.ts';
import { Halves, Rows } from '../../ui/page/layout.tsx';

export type SectionProps = { fields: Fields<Form> };

export function OwnerFields({ fields, kind }: SectionProps & { kind: Kind }) {
  const { t } = useTranslation();
  const { control } = fields;
  const accountType = useWatch({ control, name: 'accountType' });
  return (
    <Rows>
      <AccountTypeField control={control} name="accountType" />
      {accountType === 'COMPANY' && (
        <TextField
          {...fields.text('companyName')}
          label={label(t('fields.companyName'), kind === 'create', t)}
          input={{ maxLength: 120 }}
          autoComplete="off"
        />
      )}
      <Halves>
        <TextField
          {...fields.text('firstName')}
          label={label(t('fields.firstName'), kind === 'create', t)}
          input={{ maxLength: 80 }}
          autoComplete="off"
        />
        <TextField
          {...fields.text('lastName')}
          label={label(t('fields.lastName'), kind === 'create', t)}
          input={{ maxLength: 80 }}
          autoComplete="off"
        />
      </Halves>
    </Rows>
  );
}

export function EmailField({ fields }: SectionProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...fields.text('email')}
      label={t('fields.email')}
      type="email"
      input={{ maxLength: 254, spellCheck: false }}
      autoComplete="off"
    />
  );
}

export function ContactFields({ fields, kind }: SectionProps & { kind: Kind }) {
  const { t } = useTranslation();
  const { control } = fields;
  const country = useWatch({ control, name: 'country' });
  const phoneHint = usePhoneHint(country);
  return (
    <Halves>
      <CountryField {...fields.text('country')} value={country} />
      <TextField
        {...fields.text('phone')}
        label={label(t('fields.phone'), kind === 'create', t)}
        type="tel"
        help={phoneHint}
        input={{ maxLength: 40 }}
        autoComplete="off"
      />
      <SelectField control={control} name="language" label={t('clients.language')}>
        {OFFERED.map(({ code }) => (
          <option key={code} value={code}>
            {t(`clients.languages.${code}`)}
          </option>
        ))}
      </SelectField>
    </Halves>
  );
}

function label(name: string, needed: boolean, t: TFunction): string {
  return needed ? name : `${name} (${t('fields.optional')})`;
}
