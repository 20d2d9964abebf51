/** The sections of the account's details. */
import InputAdornment from '@mui/material/InputAdornment';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../../contract/api/client-fields.ts';
import { LANGUAGES as OFFERED } from '../../../i18n/i18n.ts';
import { PendingContact } from '../../../parts/PendingContact.tsx';
import { useMe } from '../../../parts/queries.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { CountryField, usePhoneHint } from '../../../ui/fields/PhoneFields.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ZoneField } from '../../../ui/fields/ZoneField.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { type DetailsValues, optional } from './values.ts';
import { Rows } from '../../../ui/page/layout.tsx';

type Props = { fields: Fields<DetailsValues> };

const HALVES = {
  display: 'grid',
  gap: 5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};

export function NameSection({ fields, isCompany }: Props & { isCompany: boolean }) {
  const { t } = useTranslation();
  return (
    <Section title={isCompany ? t('settings.company') : t('settings.person')}>
      <Box sx={HALVES}>
        {isCompany && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextField
              {...fields.text('companyName')}
              label={t('fields.companyName')}
              autoComplete="organization"
              input={{ maxLength: 120 }}
            />
          </Box>
        )}
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
        <TextField
          {...fields.text('otherNames')}
          label={optional(t, t('fields.otherNames'))}
          autoComplete="additional-name"
          input={{ maxLength: 80 }}
        />
      </Box>
    </Section>
  );
}

export function ReachSection({ fields, client }: Props & { client: Client }) {
  const { t } = useTranslation();
  const me = useMe();
  const country = useWatch({ control: fields.control, name: 'country' });
  const phoneHint = usePhoneHint(country);
  return (
    <Section title={t('settings.reach')}>
      {(client.pendingEmail !== null || client.pendingPhone !== null) && (
        <Box sx={{ mb: 5 }}>
          <PendingContact client={client} />
        </Box>
      )}
      <Box sx={HALVES}>
        <TextField
          {...fields.text('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="email"
          disabled={me.impersonated}
          help={me.impersonated ? t('contact.notAllowed') : undefined}
          input={{ maxLength: 254, spellCheck: false }}
        />
        <CountryField {...fields.text('country')} value={country} />
        <TextField
          {...fields.text('phone')}
          label={t('fields.phone')}
          type="tel"
          autoComplete="tel"
          disabled={me.impersonated}
          help={me.impersonated ? t('contact.notAllowed') : phoneHint}
          input={{ maxLength: 40 }}
        />
        <ZoneField control={fields.control} name="timezone" label={t('fields.timezone')} />
        <SelectField
          control={fields.control}
          name="language"
          label={t('settings.accountLanguage')}
          help={t('settings.languageHelp')}
        >
          {OFFERED.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...fields.text('website')}
          label={optional(t, t('fields.website'))}
          type="url"
          autoComplete="url"
          input={{ maxLength: 200 }}
        />
      </Box>
    </Section>
  );
}

export function AlertsSection({ fields }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={t('settings.alerts')}>
      <Rows>
        <Box sx={HALVES}>
          <TextField
            {...fields.text('lowUnitsNotifyLevel')}
            label={t('settings.lowUnits')}
            help={t('settings.lowUnitsHelp')}
            end={<InputAdornment position="end">{t('unitNames.units')}</InputAdornment>}
            input={{ inputMode: 'decimal' }}
          />
        </Box>
        <Box sx={HALVES}>
          <TextField
            {...fields.text('emailAlerts')}
            label={t('settings.emailAlerts')}
            help={t('settings.emailAlertsHelp')}
            multiline
            lines={[1, 10]}
            input={{ spellCheck: false }}
          />
          <TextField
            {...fields.text('smsAlerts')}
            label={t('settings.smsAlerts')}
            help={t('settings.smsAlertsHelp')}
            multiline
            lines={[1, 10]}
            input={{ spellCheck: false }}
          />
        </Box>
      </Rows>
    </Section>
  );
}

export function WritingSection({ fields }: Props) {
  const { t } = useTranslation();
  const { field } = useController({ control: fields.control, name: 'replaceLookalikes' });
  return (
    <Section title={t('settings.writing')}>
      <FormControlLabel
        // The track of the switch begins where the labels of fields do.
        sx={{ ml: '-9px' }}
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
      <FormHelperText id="replaceLookalikes-said" sx={{ mt: 1.5 }}>
        {t('settings.lookalikesHelp')}
      </FormHelperText>
    </Section>
  );
}
