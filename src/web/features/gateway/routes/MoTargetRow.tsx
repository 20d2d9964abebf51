import RemoveIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import { ClientPicker } from '../../../parts/clients/ClientPicker.tsx';
import { useLongList } from '../../../parts/useLongList.ts';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { TARGET_KINDS, type TargetDraft } from './moTargets.ts';

/** One target of a route of messages from phones. */
export function MoTargetRow({
  at,
  draft,
  httpCids,
  onChange,
  removal,
}: {
  at: number;
  draft: TargetDraft;
  httpCids: readonly string[];
  onChange(to: Partial<TargetDraft>): void;
  /** Undefined for the only target. */
  removal: { label: string; remove(): void } | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr) auto' },
        alignItems: 'start',
        pb: 4,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <FormField id={`kind-${at}`} label={t('gateway.routes.target')}>
        {(parts) => (
          <Select
            native
            value={draft.kind}
            onChange={(event) =>
              onChange({
                kind: TARGET_KINDS.find((kind) => kind === event.target.value) ?? 'INBOX',
                name: '',
              })
            }
            input={<OutlinedInput />}
            inputProps={{ id: parts.id }}
          >
            {TARGET_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`gateway.targetKinds.${kind}`)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Rows gap={3}>
        {draft.kind === 'HTTP' && (
          <SelectInput
            name={`name-${at}`}
            label={t('gateway.routes.connector')}
            value={draft.name}
            onChange={(name) => onChange({ name })}
          >
            <option value="">{t('gateway.choose')}</option>
            {httpCids.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectInput>
        )}
        {draft.kind === 'SMPP_USER' && (
          <UserChoice at={at} value={draft.name} onChange={(name) => onChange({ name })} />
        )}
        {draft.kind === 'KEYWORD' && (
          <TextField
            field={{
              name: `keyword-${at}`,
              value: draft.keyword,
              onChange: (event) => onChange({ keyword: event.target.value }),
            }}
            label={t('gateway.routes.keyword')}
            help={t('gateway.routes.keywordHelp')}
            autoComplete="off"
            input={{ maxLength: 40 }}
          />
        )}
        {draft.kind !== 'HTTP' && draft.kind !== 'SMPP_USER' && (
          <ClientPicker
            id={`client-${at}`}
            label={t('gateway.users.client')}
            value={draft.client}
            onChange={(client) => onChange({ client })}
          />
        )}
      </Rows>
      {removal && (
        <IconButton
          size="small"
          aria-label={removal.label}
          onClick={removal.remove}
          sx={{ mt: { sm: 7 } }}
        >
          <RemoveIcon />
        </IconButton>
      )}
    </Box>
  );
}

/** A gateway user, of which there may be one for each client. */
function UserChoice({
  at,
  value,
  onChange,
}: {
  at: number;
  value: string;
  onChange(username: string): void;
}) {
  const { t } = useTranslation();
  const { page, isLong, isLoading, search } = useLongList(gatewayUsers.list, {});
  return (
    <SearchSelect
      name={`name-${at}`}
      label={t('gateway.users.username')}
      none={t('gateway.choose')}
      isLong={isLong}
      isLoading={isLoading}
      search={search}
      value={value}
      onChange={onChange}
      choices={(page?.smppUsers ?? []).map(({ username }) => ({
        value: username,
        label: username,
      }))}
    />
  );
}
