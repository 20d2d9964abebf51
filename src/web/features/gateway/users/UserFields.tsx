// The sections of a gateway user's form.
import Box from '@mui/material/Box';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { ClientPicker } from '../../../parts/clients/ClientPicker.tsx';
import { useAll } from '../../../parts/queries.ts';
import { CheckField } from '../../../ui/fields/CheckField.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { AMBIGUITIES, LIMITS, PATTERNS, RIGHTS, type UserForm } from './userForm.ts';

type Props = { fields: Fields<UserForm> };

export function AccessFields({ fields }: Props) {
  const { t } = useTranslation();
  const groups = useAll(gatewayGroups.list, 'jasminGroups', {});
  const { field } = useController({ control: fields.control, name: 'client' });
  return (
    <Halves>
      <ClientPicker
        id="client"
        label={t('gateway.users.client')}
        help={t('gateway.users.clientHelp')}
        error={fields.errorOf('client')}
        value={field.value}
        onChange={field.onChange}
      />
      <SelectField
        control={fields.control}
        name="gid"
        label={t('gateway.users.group')}
        help={
          groups.data?.jasminGroups.length === 0
            ? t('gateway.users.noGroup')
            : t('gateway.users.groupHelp')
        }
      >
        <option value="">{t('gateway.choose')}</option>
        {groups.data?.jasminGroups.map(({ gid }) => (
          <option key={gid} value={gid}>
            {gid}
          </option>
        ))}
      </SelectField>
    </Halves>
  );
}

export function LimitFields({ fields }: Props) {
  const { t } = useTranslation();
  const isWrong = [...LIMITS, 'max_bindings', 'ip'].some(
    (name) => fields.errorOf(name) !== undefined,
  );
  return (
    <Folded
      title={t('gateway.users.limits')}
      text={t('gateway.users.limitsText')}
      isWrong={isWrong}
    >
      <Halves>
        {LIMITS.map((name) => (
          <TextField
            key={name}
            {...fields.text(name)}
            label={t(`gateway.users.limit.${name}`)}
            help={t(`gateway.users.limitHelp.${name}`)}
            autoComplete="off"
            input={{ inputMode: 'decimal', maxLength: 10 }}
          />
        ))}
        <TextField
          {...fields.text('max_bindings')}
          label={t('gateway.users.limit.max_bindings')}
          help={t('gateway.users.limitHelp.max_bindings')}
          autoComplete="off"
          input={{ inputMode: 'numeric', maxLength: 4 }}
        />
        <TextField
          {...fields.text('ip')}
          label={t('settings.keys.ipList')}
          help={t('settings.keys.ipListHelp')}
          multiline
          autoComplete="off"
          input={{ spellCheck: false }}
        />
      </Halves>
    </Folded>
  );
}

export function RightFields({ fields }: Props) {
  const { t } = useTranslation();
  return (
    <Folded title={t('gateway.users.mayTitle')} text={t('gateway.users.mayText')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {(['bind', ...RIGHTS] as const).map((name) => (
          <CheckField
            key={name}
            control={fields.control}
            name={`rights.${name}`}
            label={t(`gateway.users.rights.${name}`)}
          />
        ))}
      </Box>
    </Folded>
  );
}

export function PatternFields({ fields }: Props) {
  const { t } = useTranslation();
  const isWrong = [...PATTERNS, 'default_src_addr', 'dlr_url'].some(
    (name) => fields.errorOf(name) !== undefined,
  );
  return (
    <Folded
      title={t('gateway.users.patterns')}
      text={t('gateway.users.patternsText')}
      isWrong={isWrong}
    >
      <Halves>
        {PATTERNS.map((name) => (
          <TextField
            key={name}
            {...fields.text(name)}
            label={t(`gateway.users.pattern.${name}`)}
            autoComplete="off"
            input={{ maxLength: 200, spellCheck: false }}
          />
        ))}
        <TextField
          {...fields.text('default_src_addr')}
          label={t('gateway.users.defaultSender')}
          help={t('gateway.users.defaultSenderHelp')}
          autoComplete="off"
          input={{ maxLength: 20 }}
        />
        <TextField
          {...fields.text('dlr_url')}
          label={t('gateway.users.receiptUrl')}
          help={t('gateway.users.receiptUrlHelp')}
          autoComplete="off"
          input={{ maxLength: 2000, inputMode: 'url', spellCheck: false }}
        />
        <SelectField
          control={fields.control}
          name="ambiguity"
          label={t('connectors.fields.ambiguity.label')}
          help={t('gateway.users.ambiguityHelp')}
        >
          <option value="">{t('gateway.users.ambiguityDefault')}</option>
          {AMBIGUITIES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`connectors.choices.ambiguity_${choice}`)}
            </option>
          ))}
        </SelectField>
      </Halves>
    </Folded>
  );
}
