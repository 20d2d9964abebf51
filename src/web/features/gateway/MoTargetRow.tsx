import RemoveIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { ClientPicker } from '../../parts/ClientPicker.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Rows } from '../../ui/layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TARGET_KINDS, type TargetDraft } from './moTargets.ts';

/** One target of a route of messages from phones. */
export function MoTargetRow({
  at,
  draft,
  httpCids,
  usernames,
  onChange,
  removal,
}: {
  at: number;
  draft: TargetDraft;
  httpCids: readonly string[];
  usernames: readonly string[];
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
        {(draft.kind === 'HTTP' || draft.kind === 'SMPP_USER') && (
          <FormField
            id={`name-${at}`}
            label={
              draft.kind === 'HTTP' ? t('gateway.routes.connector') : t('gateway.users.username')
            }
          >
            {(parts) => (
              <Select
                native
                value={draft.name}
                onChange={(event) => onChange({ name: String(event.target.value) })}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id }}
              >
                <option value="">{t('gateway.choose')}</option>
                {(draft.kind === 'HTTP' ? httpCids : usernames).map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
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
