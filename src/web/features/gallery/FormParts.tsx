import StarIcon from '@mui/icons-material/StarOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientPicker, type Picked } from '../../parts/clients/ClientPicker.tsx';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { DateInput } from '../../ui/fields/DateField.tsx';
import { DateFilter } from '../../ui/lists/DateFilter.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { ChoiceFilter, FixedFilter, TextFilter } from '../../ui/lists/FilterPill.tsx';
import { FormField } from '../../ui/fields/FormField.tsx';
import { LanguageMenu } from '../../ui/theme/LanguageMenu.tsx';
import { CountryField } from '../../ui/fields/PhoneFields.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { SchemeMenu } from '../../ui/theme/SchemeMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { en } from '../../i18n/en.ts';
import { SAMPLE_CAMPAIGN } from './samples.ts';
import { Row } from './Row.tsx';

export function Fields() {
  const { t } = useTranslation();
  const [value, setValue] = useState<Picked | null>(null);
  const [day, setDay] = useState('2026-03-05');
  const [moment, setMoment] = useState('2026-03-05T14:30');
  const held = (name: string, text = '') => ({ name, value: text, onChange: () => undefined });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <TextField
        field={held('sample-empty')}
        label={t('fields.email')}
        help={t('signIn.usernameHelp')}
      />
      <TextField field={held('sample-filled', 'name@company.com')} label={t('fields.email')} />
      <TextField
        field={held('sample-wrong', 'name@')}
        label={t('fields.email')}
        error={t('fields.wrong.email')}
      />
      <TextField
        field={held('sample-disabled', 'name@company.com')}
        label={t('fields.email')}
        disabled
      />
      <PasswordField
        field={held('sample-password', 'Sandbox-2026')}
        label={t('fields.password')}
        help={t('fields.passwordHelp')}
        autoComplete="new-password"
      />
      <TextField
        field={held('sample-lines', t('product.promise'))}
        label={t('fromFile.text')}
        multiline
      />
      <DateInput
        name="sample-date"
        label={t('time.from')}
        help={t('time.utcDays', { start: '03:00', end: '02:59' })}
        value={day}
        onChange={setDay}
      />
      <DateInput
        name="sample-moment"
        label={t('fromFile.date')}
        hasTime
        value={moment}
        onChange={setMoment}
      />
      <CountryField field={held('sample-country', 'MZ')} value="MZ" />
      <FormField id="sample-select" label={t('clients.level')}>
        {(parts) => (
          <Select
            native
            input={<OutlinedInput />}
            defaultValue="CLIENT"
            inputProps={{ id: parts.id }}
          >
            {Object.entries(en.roles).map(([role, name]) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <ClientPicker
        id="sample-client"
        label={t('clients.under')}
        help={t('clients.underHelp')}
        value={value}
        onChange={setValue}
      />
      <SearchField
        label={t('clients.search')}
        hint={t('clients.searchHint')}
        value=""
        onChange={() => undefined}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FileDrop
          title={t('fromFile.drop')}
          or={t('fromFile.dropOr')}
          browse={t('fromFile.browse')}
          help={t('fromFile.dropHelp')}
          accept=".csv"
          onFiles={() => undefined}
        />
      </Box>
    </Box>
  );
}

export function Choices() {
  const { t } = useTranslation();
  return (
    <Row>
      <RadioGroup row aria-label={t('fields.accountType')} defaultValue="a">
        <FormControlLabel
          value="a"
          control={<Radio size="small" />}
          label={t('fields.types.INDIVIDUAL')}
        />
        <FormControlLabel
          value="b"
          control={<Radio size="small" />}
          label={t('fields.types.COMPANY')}
        />
        <FormControlLabel
          value="c"
          disabled
          control={<Radio size="small" />}
          label={t('clients.off')}
        />
      </RadioGroup>
      <FormControlLabel control={<Switch defaultChecked />} label={t('clients.approval')} />
      <FormControlLabel control={<Switch />} label={t('clients.approval')} />
      <FormControlLabel control={<Switch disabled />} label={t('clients.approval')} />
      <FormControlLabel control={<Checkbox defaultChecked />} label={t('clients.yes')} />
      <FormControlLabel control={<Checkbox indeterminate />} label={t('clients.yes')} />
      <FormControlLabel control={<Checkbox />} label={t('clients.yes')} />
    </Row>
  );
}

export function Filters() {
  const { t } = useTranslation();
  const list = useListAddress();
  const choices = [
    { value: 'a', label: t('status.ACTIVE') },
    { value: 'b', label: t('status.BLOCKED') },
  ];
  return (
    <Row>
      <ChoiceFilter
        name={t('clients.status')}
        choices={choices}
        chosen={[]}
        onChange={() => undefined}
      />
      <ChoiceFilter
        name={t('clients.status')}
        choices={choices}
        chosen={['a', 'b']}
        onChange={() => undefined}
      />
      <TextFilter
        name={t('messages.destination')}
        help={t('messages.numberHelp')}
        value=""
        onChange={() => undefined}
      />
      <TextFilter
        name={t('messages.destination')}
        value="+254712345678"
        onChange={() => undefined}
      />
      <FixedFilter
        name={t('messages.campaign')}
        value={SAMPLE_CAMPAIGN.campaignName}
        onClear={() => undefined}
      />
      <DateFilter name={t('campaigns.createdOn')} list={list} />
    </Row>
  );
}

export function Menus() {
  const { t } = useTranslation();
  return (
    <Row>
      <RowMenu
        name={SAMPLE_CAMPAIGN.campaignName}
        actions={[
          { key: 'a', label: t('clients.edit'), icon: <StarIcon />, to: '#' },
          {
            key: 'b',
            label: t('clients.block'),
            icon: <StarIcon />,
            danger: true,
            act: () => undefined,
          },
        ]}
      />
      <SchemeMenu />
      <LanguageMenu />
      <CopyButton value="x" name={t('fields.email')} />
    </Row>
  );
}
